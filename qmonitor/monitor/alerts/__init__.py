"""When a person is to be told: rules over what looks at a source find, and the alerts that come of them."""
