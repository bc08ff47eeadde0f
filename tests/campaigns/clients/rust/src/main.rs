//! rmcp, the official SDK of Rust.

mod checks;
mod program;
mod schemas;

// The page begins.

use std::error::Error;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability,
    Implementation, JsonObject, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient, RunningService, ServiceError};
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientHandler, ServiceExt};
use serde_json::json;
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedSender;

struct Agent {
    /// To whoever shows the user what goes on.
    progress: UnboundedSender<String>,
}

impl ClientHandler for Agent {
    fn get_info(&self) -> ClientConfig {
        let form = FormElicitationCapability::default();
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::new().with_form(form));
        ClientConfig::new(capabilities, Implementation::new("my-agent", "1.0.0"))
    }

    /// Asks the user for what Lisp wants: here a line for READ-LINE.
    async fn create_elicitation(
        &self,
        _request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "input": "Ada" })))
    }

    /// Hears every five seconds of a call that takes longer.
    async fn on_progress(&self, told: ProgressNotificationParam, _context: NotificationContext<RoleClient>) {
        // Nobody may be listening any more, and a call does not fail for that.
        let _ = self.progress.send(told.message.unwrap_or_default());
    }
}

type Lisp = RunningService<RoleClient, Agent>;

async fn lisp(
    command: &str,
    args: &[String],
    progress: UnboundedSender<String>,
) -> Result<Lisp, Box<dyn Error>> {
    let mut server = Command::new(command);
    server.args(args);
    Ok(Agent { progress }.serve(TokioChildProcess::new(server)?).await?)
}

/// A result, of an error as well: content[0] is what a model should read.
async fn call(lisp: &Lisp, tool: String, arguments: JsonObject) -> Result<CallToolResult, ServiceError> {
    lisp.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await
}
// The page ends.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    checks::run(program::Program::from_arguments(std::env::args().skip(1))?).await;
    Ok(())
}
