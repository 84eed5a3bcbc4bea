//! Tools that the model may call, from a file, in the words of each API.

use serde_json::{Value, json};

use crate::wire::json_words;

/// One tool: its name, what it is for, and the JSON schema of its input.
#[derive(Clone, Debug)]
pub struct Tool {
    name: Value,
    description: Option<Value>,
    schema: Value,
}

impl Tool {
    /// Reads one tool or a list of them, in the words of any of the APIs.
    ///
    /// # Errors
    /// What is wrong with it, without the words of the file.
    pub fn parse(text: &str) -> Result<Vec<Self>, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| format!("it {}", json_words(&error)))?;
        match value {
            Value::Array(tools) => tools.iter().map(Self::of).collect(),
            tool => Ok(vec![Self::of(&tool)?]),
        }
    }

    fn of(value: &Value) -> Result<Self, String> {
        let tool = value.get("function").unwrap_or(value);
        let name = tool.get("name").filter(|name| name.is_string()).ok_or("a tool needs a \"name\"; give it one")?;
        let schema = ["parameters", "input_schema"].iter().find_map(|key| tool.get(key));
        Ok(Self {
            name: name.clone(),
            description: tool.get("description").cloned(),
            schema: schema.cloned().unwrap_or_else(|| json!({ "type": "object", "properties": {} })),
        })
    }

    fn under(&self, schema_name: &str) -> Value {
        let mut tool = json!({ "name": self.name });
        if let Some(description) = &self.description {
            tool["description"] = description.clone();
        }
        tool[schema_name] = self.schema.clone();
        tool
    }

    /// As Gemini declares it.
    pub fn bare(&self) -> Value {
        self.under("parameters")
    }

    /// As Anthropic wants it.
    pub fn with_input_schema(&self) -> Value {
        self.under("input_schema")
    }

    /// As the Responses API wants it.
    pub fn flat(&self) -> Value {
        let mut tool = json!({ "type": "function" });
        if let (Some(fields), Value::Object(more)) = (tool.as_object_mut(), self.bare()) {
            fields.extend(more);
        }
        tool
    }

    /// As chat completions want it.
    pub fn wrapped(&self) -> Value {
        json!({ "type": "function", "function": self.bare() })
    }
}

#[cfg(test)]
mod tests {
    use super::Tool;

    #[test]
    fn every_form_of_a_tool_is_read() {
        for text in [
            r#"{"name":"a","description":"d","parameters":{"type":"object"}}"#,
            r#"[{"name":"a","description":"d","input_schema":{"type":"object"}}]"#,
            r#"[{"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object"}}}]"#,
        ] {
            let tools = Tool::parse(text).expect(text);
            let expected = r#"{"name":"a","description":"d","parameters":{"type":"object"}}"#;
            assert_eq!((tools.len(), tools[0].bare().to_string().as_str()), (1, expected), "{text}");
        }
        assert!(Tool::parse("{}").is_err() && Tool::parse("SECRET").is_err());
    }
}
