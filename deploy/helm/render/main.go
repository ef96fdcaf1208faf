// Renders the chart with Go's templates and Sprig's functions, as Helm does. It is for checks on machines without Helm:
//
//	go run . <chart> <values.json> <release>
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	chart, values, release := os.Args[1], os.Args[2], os.Args[3]
	scope := map[string]interface{}{
		"Values":  readJSON(values),
		"Chart":   chartOf(filepath.Join(chart, "Chart.yaml")),
		"Release": map[string]interface{}{"Name": release, "Namespace": "flags", "Service": "Helm"},
	}
	templates := template.New("chart").Option("missingkey=zero")
	templates.Funcs(sprig.TxtFuncMap()).Funcs(functions(templates))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		template.Must(templates.New(filepath.Base(file)).Parse(string(text)))
	}
	for _, file := range files {
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		fmt.Println("---")
		check(templates.ExecuteTemplate(os.Stdout, filepath.Base(file), scope))
	}
}

// Functions that Helm adds to those of Sprig.
func functions(templates *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, scope interface{}) (string, error) {
			var text bytes.Buffer
			err := templates.ExecuteTemplate(&text, name, scope)
			return text.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf("%s", message)
			}
			return value, nil
		},
	}
}

func chartOf(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	check(err)
	var chart map[string]interface{}
	check(yaml.Unmarshal(text, &chart))
	return map[string]interface{}{
		"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"],
	}
}

func readJSON(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	check(err)
	var value map[string]interface{}
	check(json.Unmarshal(text, &value))
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
