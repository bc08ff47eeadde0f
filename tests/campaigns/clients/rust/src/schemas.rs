//! Where what a model is given of the tools is not what the server has listed.

use serde_json::Value;

use crate::program::Tool;

fn values<'a>(schema: &'a Value, key: &str) -> &'a [Value] {
    schema[key].as_array().map_or(&[], Vec::as_slice)
}

/// Of the schema of an argument what a model needs first: its type, and that of its items.
fn shape(schema: &Value) -> (&Value, &Value) {
    (&schema["type"], &schema["items"]["type"])
}

/// What of the tools is lost, has another type, or is no longer required.
pub(crate) fn differences(given: &[Tool], listed: &[Tool]) -> Vec<String> {
    let mut found = Vec::new();
    for (argument, schema, mine) in arguments(given, listed) {
        match mine {
            None => found.push(format!("{argument} is lost")),
            Some(mine) if shape(mine) != shape(schema) => {
                found.push(format!("{argument} is {:?}", shape(mine)));
            }
            Some(_) => {}
        }
    }
    for tool in listed {
        let mine = given.iter().find(|mine| mine.name == tool.name);
        let kept = mine.map_or(&[][..], |mine| values(&mine.parameters, "required"));
        let lost = values(&tool.parameters, "required").iter().filter(|each| !kept.contains(each));
        found.extend(lost.map(|argument| format!("{}: {argument} is not required", tool.name)));
    }
    found
}

/// The arguments whose values a model is not told, each with its tool.
pub(crate) fn lost_enums(given: &[Tool], listed: &[Tool]) -> Vec<String> {
    let is_told = |schema: &Value, mine: Option<&Value>| {
        let told = mine.map_or(&[][..], |mine| values(mine, "enum"));
        values(schema, "enum").iter().all(|value| told.contains(value))
    };
    let all = arguments(given, listed);
    all.filter(|(_, schema, mine)| !is_told(schema, *mine)).map(|(argument, ..)| argument).collect()
}

/// Each argument, with its tool, as the server lists it and as the model is given it.
fn arguments<'a>(
    given: &'a [Tool],
    listed: &'a [Tool],
) -> impl Iterator<Item = (String, &'a Value, Option<&'a Value>)> {
    listed.iter().flat_map(|Tool { name, parameters }| {
        let mine = given.iter().find(|mine| mine.name == *name).map(|mine| &mine.parameters["properties"]);
        let properties = parameters["properties"].as_object().into_iter().flatten();
        properties.map(move |(argument, schema)| {
            (format!("{name}: {argument}"), schema, mine.and_then(|mine| mine.get(argument)))
        })
    })
}
