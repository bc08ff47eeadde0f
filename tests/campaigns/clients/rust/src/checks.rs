//! The checks, each a sentence on what is wrong where it fails, and the lines that say how they went.
//! `../../python/common.py` is the same for Python.

use std::error::Error;
use std::time::{Duration, Instant};

use rmcp::model::{ContentBlock, JsonObject};
use rmcp::object;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use crate::program::{Program, Tool};
use crate::schemas::{differences, lost_enums};
use crate::{Lisp, call, lisp};

type Checked = Result<(), Box<dyn Error>>;

/// A check that takes longer fails.
const MOST: Duration = Duration::from_mins(2);

/// What the model gets to read of a call.
#[derive(Debug)]
struct Answer {
    text: String,
    images: Vec<String>,
    error: bool,
}

struct Checks {
    program: Program,
    lisp: Lisp,
    /// What was told while calls were running.
    progress: UnboundedReceiver<String>,
}

/// Drives the program through every check.
pub(crate) async fn run(program: Program) {
    let (sender, progress) = unbounded_channel();
    let lisp = match lisp(&program.command, &program.args, sender).await {
        Ok(lisp) => lisp,
        Err(error) => return tell("connect", &Err(error)),
    };
    tell("connect", &Ok(()));
    let mut checks = Checks { program, lisp, progress };
    for name in checks.program.checks.clone() {
        let checked = timeout(MOST, checks.check(&name)).await;
        if let Some(checked) = checked.unwrap_or_else(|elapsed| Some(Err(elapsed.into()))) {
            tell(&name, &checked);
        }
    }
}

fn tell(check: &str, checked: &Checked) {
    let detail: String =
        checked.as_ref().err().map(ToString::to_string).unwrap_or_default().chars().take(600).collect();
    println!("{}", json!({ "check": check, "ok": checked.is_ok(), "detail": detail }));
}

fn expect(holds: bool, detail: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(detail().into()) }
}

fn expect_in(text: &str, part: &str) -> Checked {
    expect(text.contains(part), || format!("no {part:?} in {text:?}"))
}

impl Checks {
    /// Does a check; None where it makes no sense with this client.
    async fn check(&mut self, name: &str) -> Option<Checked> {
        Some(match name {
            "list" => self.list().await,
            "model" => self.model().await,
            "enums" => self.enums().await,
            "state" => self.state().await,
            "tools" => self.tools().await,
            "error" => self.error().await,
            "picture" => self.picture().await,
            "unicode" => self.unicode().await,
            "large" => self.large().await,
            "long" => self.long().await,
            "elicitation" => self.elicitation().await,
            "cancel" => self.cancel().await,
            "close" => self.close().await,
            _ => return None,
        })
    }

    /// What a model is given of the tools: this client has no layer of its own for that.
    async fn given(&self) -> Result<Vec<Tool>, Box<dyn Error>> {
        let tools = self.lisp.list_all_tools().await?;
        Ok(serde_json::from_value(serde_json::to_value(tools)?)?)
    }

    async fn call(&self, tool: &str, arguments: JsonObject) -> Result<Answer, Box<dyn Error>> {
        let result = call(&self.lisp, tool.to_owned(), arguments).await?;
        let mut texts = Vec::new();
        let mut images = Vec::new();
        for block in result.content {
            match block {
                ContentBlock::Text(part) => texts.push(part.text),
                ContentBlock::Image(part) => images.push(part.mime_type),
                _ => {}
            }
        }
        Ok(Answer { text: texts.join("\n"), images, error: result.is_error == Some(true) })
    }

    async fn evaluate(&self, code: &str) -> Result<Answer, Box<dyn Error>> {
        self.call("evaluate-lisp", object!({ "code": code })).await
    }

    /// That a program's text says something.
    async fn says(&self, code: &str, part: &str) -> Checked {
        expect_in(&self.evaluate(code).await?.text, part)
    }

    async fn list(&self) -> Checked {
        let sorted = |tools: &[Tool]| {
            let mut names: Vec<_> = tools.iter().map(|tool| tool.name.clone()).collect();
            names.sort();
            names
        };
        let names = sorted(&self.given().await?);
        expect(names == sorted(&self.program.tools), || format!("{names:?}"))
    }

    async fn model(&self) -> Checked {
        let found = differences(&self.given().await?, &self.program.tools);
        expect(found.is_empty(), || found.join("; "))
    }

    async fn enums(&self) -> Checked {
        let found = lost_enums(&self.given().await?, &self.program.tools);
        expect(found.is_empty(), || found.join("; "))
    }

    async fn state(&self) -> Checked {
        self.evaluate("(defun square (n) (* n n))").await?;
        self.says("(square 12)", "=> 144").await
    }

    async fn tools(&self) -> Checked {
        let mut problems = Vec::new();
        for step in &self.program.calls {
            let told = match self.call(&step.tool, step.arguments.clone()).await {
                Ok(answer) if answer.error == step.error && answer.text.contains(&step.has) => continue,
                Ok(answer) => answer.text,
                Err(error) => error.to_string(),
            };
            problems.push(format!("{}: {}", step.tool, told.chars().take(150).collect::<String>()));
        }
        let total = self.program.calls.len();
        expect(problems.is_empty(), || format!("{} of {total}: {}", problems.len(), problems.join(" | ")))
    }

    async fn error(&self) -> Checked {
        for number in 1..=3 {
            let form = format!("(/ {number} 0)");
            let answer = self.evaluate(&form).await?;
            expect(answer.error, || format!("{answer:?} is no error"))?;
            expect_in(&answer.text, "DIVISION-BY-ZERO")?;
            expect_in(&answer.text, &form)?;
        }
        self.says("(+ 40 2)", "=> 42").await
    }

    async fn picture(&self) -> Checked {
        let answer = self.evaluate("(jscl-mcp:plot '(1 4 9 16))").await?;
        expect(answer.images == ["image/png"], || format!("{:?}", answer.images))?;
        expect(!answer.error, || answer.text.clone())?;
        expect_in(&answer.text, "plot")?;
        let length = answer.text.len();
        expect(length < 5000, || format!("the picture is {length} bytes of text"))?;
        self.says("(+ 1 2)", "=> 3").await
    }

    async fn unicode(&self) -> Checked {
        let code = r#"(progn (princ "Grüße, 你好 🎈") (map 'list #'char-code "λ🎈"))"#;
        let answer = self.evaluate(code).await?;
        expect_in(&answer.text, "Grüße, 你好 🎈")?;
        expect_in(&answer.text, "(955 127880)")
    }

    async fn large(&self) -> Checked {
        let million = "é".repeat(1_000_000);
        self.call("configure-limits", object!({ "max_output": 2_000_000, "max_answer": 0 })).await?;
        self.says(&format!(r#"(length "{million}")"#), "=> 1000000").await?;
        let back = self.evaluate("(make-string 1000000 :initial-element #\\é)").await?.text;
        expect(back.contains(&million), || format!("{} bytes came back", back.len()))
    }

    /// A call of twelve seconds, of which something is heard in between.
    async fn long(&mut self) -> Checked {
        while self.progress.try_recv().is_ok() {}
        self.says("(progn (sleep 12) :slept)", "=> :SLEPT").await?;
        let mut told = Vec::new();
        while let Ok(line) = self.progress.try_recv() {
            told.push(line);
        }
        let running = told.iter().filter(|line| line.contains("running for")).count();
        expect(running >= 2, || format!("of twelve seconds was told {told:?}"))
    }

    async fn elicitation(&self) -> Checked {
        self.says(r#"(progn (format t "Name? ") (list :read (length (read-line))))"#, "=> (:READ 3)").await
    }

    /// A call that is dropped ends its evaluation.
    async fn cancel(&self) -> Checked {
        self.evaluate("(defvar *kept* 7)").await?;
        self.call("configure-limits", object!({ "timeout": 12 })).await?;
        let running = timeout(Duration::from_millis(1500), self.evaluate("(loop (sleep 1))")).await;
        expect(running.is_err(), || format!("it ended by itself: {running:?}"))?;
        let start = Instant::now();
        self.says("(list *kept*)", "=> (7)").await?;
        let seconds = start.elapsed().as_secs_f64();
        expect(seconds < 5.0, || format!("the session was free after {seconds:.1} s"))
    }

    async fn close(&mut self) -> Checked {
        self.lisp.close().await?;
        Ok(())
    }
}
