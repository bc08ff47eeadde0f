//! The texts of notifications, and of the result that ends a subscription.

use super::{Filter, LogLevel, results};
use crate::data::{Object, Written};
use crate::jsonrpc::Id;

/// The member of `_meta` that names the `subscriptions/listen` by which a message comes.
const SUBSCRIPTION_KEY: &str = "io.modelcontextprotocol/subscriptionId";

pub(super) fn notification(method: &'static str, params: impl FnOnce(&mut Object)) -> Written {
    Written::object(|notification| {
        notification.data("jsonrpc", "2.0");
        notification.data("method", method);
        notification.object("params", params);
    })
}

fn subscription(params: &mut Object, id: Option<&Id>) {
    if let Some(id) = id {
        params.object("_meta", |meta| meta.data(SUBSCRIPTION_KEY, id));
    }
}

/// That a list has changed; `method` says which. It comes by a subscription, or else because a legacy client
/// is told without asking.
#[must_use]
pub fn list_changed(method: &'static str, by: Option<&Id>) -> Written {
    notification(method, |params| subscription(params, by))
}

/// That the resource at `uri` has changed.
#[must_use]
pub fn resource_updated(uri: &str, by: Option<&Id>) -> Written {
    notification("notifications/resources/updated", |params| {
        subscription(params, by);
        params.member("uri", &uri);
    })
}

/// What a `subscriptions/listen` will be told of.
#[must_use]
pub fn acknowledged(id: &Id, honoured: &Filter) -> Written {
    notification("notifications/subscriptions/acknowledged", |params| {
        subscription(params, Some(id));
        params.object("notifications", |notifications| {
            for (name, is_honoured) in [
                ("toolsListChanged", honoured.tools),
                ("promptsListChanged", honoured.prompts),
                ("resourcesListChanged", honoured.resources),
            ] {
                if is_honoured {
                    notifications.member(name, &true);
                }
            }
            if !honoured.uris.is_empty() {
                notifications.member("resourceSubscriptions", &honoured.uris);
            }
        });
    })
}

/// That the server has ended a subscription.
#[must_use]
pub fn subscription_cancelled(id: &Id) -> Written {
    notification("notifications/cancelled", |params| {
        params.data("requestId", id);
        params.member("reason", &"The server was closed.");
    })
}

/// The result of a `subscriptions/listen` that the server ends.
#[must_use]
pub fn listen_result(id: &Id) -> Written {
    Written::object(|result| {
        result.member("resultType", &"complete");
        result.object("_meta", |meta| {
            meta.data(SUBSCRIPTION_KEY, id);
            results::server_info(meta, results::SERVER_INFO_KEY, true);
        });
    })
}

/// A message for who reads logs.
#[must_use]
pub fn log_message(level: LogLevel, logger: &str, data: Written) -> Written {
    notification("notifications/message", |params| {
        params.member("level", &level);
        params.member("logger", &logger);
        params.data("data", data);
    })
}
