package admin

import (
	"reflect"
	"sync"
)

// model is a struct's table, and the columns that the admin backend may use.
type model struct {
	// name is the "modelClass" of the YAML: `Acme\Blog\Models\Post`.
	name       string
	record     reflect.Type
	table      string
	primaryKey string
	// version is the name of an integer column that every write raises; empty for none.
	version string
	columns map[string]*column
	// order has the names of the columns in the order of the struct.
	order []string
	// hidden columns are those that only hooks write.
	hidden []*column
}

func (m *model) isHidden(name string) bool {
	for _, each := range m.hidden {
		if each.name == name {
			return true
		}
	}
	return false
}

type relationKind int

const (
	belongsTo relationKind = iota
	hasMany
	belongsToMany
)

// relation leads from a controller's model to another one.
type relation struct {
	name  string
	kind  relationKind
	model *model
	// label is the column of the related model whose value labels a record.
	label string
	// foreignKey is a column of the controller's model (belongsTo), of the related model (hasMany), or of the pivot table
	// (belongsToMany), where it holds the key of the controller's model.
	foreignKey string
	pivotTable string
	// relatedKey is the column of the pivot table that holds the key of the related model.
	relatedKey string
}

// facts are what the statements need to know of the database.
type facts struct {
	isPostgres bool

	mu sync.Mutex
	// native has PostgreSQL's own types of columns, by table and column; nil until they are known.
	native map[[2]string]nativeType
	// padded are columns whose texts end with blanks that do not count (character(n)); a cast to text removes them.
	padded map[[2]string]bool
	// unordered are columns by which PostgreSQL cannot sort.
	unordered map[[2]string]bool
}

func (f *facts) isPadded(table, column string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.padded[[2]string{table, column}]
}

func (f *facts) hasOrder(table, column string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.unordered[[2]string{table, column}]
}

type nativeType string

const (
	nativeText    nativeType = "text"
	nativeUUID    nativeType = "uuid"
	nativeInteger nativeType = "integer"
	nativeReal    nativeType = "real"
	nativeOther   nativeType = "other"
)

func (f *facts) nativeType(table, column string) nativeType {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.native == nil {
		return nativeText
	}
	if known, ok := f.native[[2]string{table, column}]; ok {
		return known
	}
	return nativeOther
}
