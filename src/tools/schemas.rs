//! Parts of JSON Schemas that several tools share.

/// `$defs` with `position`, `place`, `frame` and `error`: the schema of `report::ErrorReport`.
pub(super) const ERROR_DEFINITIONS: &str = r##"{
"position":{"type":"object","description":"A place in the code: line from 1, column from 0 in UTF-16 units.","properties":{"line":{"type":"integer"},"column":{"type":"integer"}},"required":["line","column"],"additionalProperties":false},
"place":{"anyOf":[{"$ref":"#/$defs/position"},{"type":"null"}]},
"frame":{"type":"object","properties":{"index":{"type":"integer"},"function":{"type":"string"},"package":{"type":["string","null"]},"arguments":{"type":"array","items":{"type":"string"}},"text":{"type":"string"},"kind":{"enum":["function","local","lambda","method","setf","toplevel","library","operator"]},"position":{"$ref":"#/$defs/place"},"definition":{"$ref":"#/$defs/place"}},"required":["index","function","package","arguments","text","kind","position","definition"],"additionalProperties":false},
"error":{"type":"object","description":"The condition that ended the evaluation.","properties":{
"type":{"type":"string"},"package":{"type":"string"},"message":{"type":"string"},
"precedence":{"type":"array","items":{"type":"string"}},
"slots":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"value":{"type":"string"}},"required":["name","value"],"additionalProperties":false}},
"restarts":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":["string","null"],"description":"Its lambda list: what values it takes."}},"required":["name","description","parameters"],"additionalProperties":false}},
"frames":{"type":"array","description":"Calls, innermost first.","items":{"$ref":"#/$defs/frame"}},
"framesTotal":{"type":"integer","description":"How many calls there were, with those that are not listed."},
"form":{"type":"integer","description":"Which form it happened in, from 0."},
"phase":{"enum":["read","compile","eval","print"]},
"position":{"$ref":"#/$defs/place"},
"where":{"anyOf":[{"type":"object","description":"Where in the code the innermost call stands that has a place there.","properties":{"form":{"type":"integer","description":"From 0."},"line":{"type":"integer"},"column":{"type":"integer"},"in":{"type":["string","null"],"description":"The form, or the definition in it."},"elsewhere":{"anyOf":[{"type":"object","description":"Where the failing call stands, if in the text of an earlier evaluation or of a file.","properties":{"line":{"type":"integer"},"column":{"type":"integer"},"in":{"type":["string","null"]},"file":{"type":["string","null"]}},"required":["line","column","in","file"],"additionalProperties":false},{"type":"null"}]}},"required":["form","line","column","in","elsewhere"],"additionalProperties":false},{"type":"null"}]},
"timestamp":{"type":"string","format":"date-time"},
"restartTaken":{"type":["string","null"]},
"restartProblem":{"type":["string","null"],"description":"Why a restart that was asked for could not be taken."},
"truncated":{"type":"object","description":"There when lists are cut: how many were left out.","properties":{"precedence":{"type":"integer"},"slots":{"type":"integer"},"restarts":{"type":"integer"}},"required":["precedence","slots","restarts"],"additionalProperties":false}},
"required":["type","package","message","precedence","slots","restarts","frames","framesTotal","form","phase","position","where","timestamp","restartTaken","restartProblem"],"additionalProperties":false}}"##;
