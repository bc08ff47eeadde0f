//! Resources that are no part of what is shipped: the official conformance suite asks for those of these
//! addresses.

use super::{Completes, Fixed, JSON, PLAIN, Template};
use crate::protocol::{Body, Content};

const PNG: &str = "image/png";

pub(super) static FIXED: [Fixed; 3] = [
    Fixed {
        uri: "test://static-text",
        name: "static-text",
        title: "Text",
        description: "A resource of text.",
        mime_type: PLAIN,
        priority: 0.0,
        size: None,
        read: Some(|| Body::Text("This is the content of the static text resource.".to_owned())),
    },
    Fixed {
        uri: "test://static-binary",
        name: "static-binary",
        title: "Bytes",
        description: "A resource of bytes: a pixel.",
        mime_type: PNG,
        priority: 0.0,
        size: None,
        read: Some(|| Body::Blob(crate::tools::PIXEL)),
    },
    Fixed {
        uri: "test://watched-resource",
        name: "watched-resource",
        title: "Watched",
        description: "A resource to subscribe to.",
        mime_type: PLAIN,
        priority: 0.0,
        size: None,
        read: Some(|| Body::Text("Watched.".to_owned())),
    },
];

pub(super) static TEMPLATES: [Template; 1] = [Template {
    uri_template: "test://template/{id}/data",
    name: "template",
    title: "Template",
    description: "Data of every id.",
    mime_type: JSON,
    variables: &[("id", Completes::Nothing)],
    read: Some(|uri| {
        let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
        let text = format!(r#"{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}"#);
        (!id.is_empty() && !id.contains(['/', '"', '\\'])).then(|| Content::text(uri.to_owned(), JSON, text))
    }),
}];
