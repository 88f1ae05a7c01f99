package admin

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// described is what a struct says about its table.
type described struct {
	record     reflect.Type
	table      string
	primaryKey string
	version    string
	columns    []*column
	// hidden columns are not known to the admin backend: only hooks write them.
	hidden    []*column
	relations []describedRelation
}

type describedRelation struct {
	relation
	related reflect.Type
	// shown are columns that the admin backend may use of a related struct without a controller, beside the label.
	shown []string
}

var columnName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,62}$`)

// describe reads the tags of a struct.
func describe(record reflect.Type) (*described, error) {
	for record.Kind() == reflect.Ptr {
		record = record.Elem()
	}
	if record.Kind() != reflect.Struct {
		return nil, fmt.Errorf("Record must be a struct, not a %s", record.Kind())
	}
	table, ok := reflect.New(record).Interface().(interface{ TableName() string })
	if !ok {
		return nil, fmt.Errorf("%s needs a method TableName() string, which names its table", record.Name())
	}
	found := &described{record: record, table: table.TableName()}
	if err := found.read(record); err != nil {
		return nil, fmt.Errorf("%s.%w", record.Name(), err)
	}
	if found.primaryKey == "" {
		return nil, fmt.Errorf("%s needs a primary key: a column named id, or a field with the tag `admin:\"primary\"`", record.Name())
	}
	for _, each := range found.columns {
		if each.name == found.primaryKey {
			each.protected, each.nullable = true, false
		}
	}
	return found, nil
}

func (d *described) read(record reflect.Type) error {
	for index := 0; index < record.NumField(); index++ {
		field := record.Field(index)
		if field.Anonymous && field.Type.Kind() == reflect.Struct && field.Tag.Get("db") == "" {
			// The columns of an embedded struct are those of the table.
			if err := d.read(field.Type); err != nil {
				return err
			}
			continue
		}
		if !field.IsExported() || field.Tag.Get("db") == "-" {
			continue
		}
		if err := d.field(field); err != nil {
			return fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	return nil
}

func (d *described) field(field reflect.StructField) error {
	name, _, _ := strings.Cut(field.Tag.Get("db"), ",")
	if name == "" {
		name = snakeCase(field.Name)
	}
	if !columnName.MatchString(name) {
		return fmt.Errorf("%q is not a name of a column: a letter, then at most 62 letters, digits and \"_\"", name)
	}
	options, err := optionsOf(field.Tag.Get("admin"))
	if err != nil {
		return err
	}
	if related, ok := relatedStruct(field.Type); ok && options.isRelation() {
		return d.relation(name, related, options)
	}
	if options.isRelation() {
		return fmt.Errorf("a relation needs a field of the related struct, or a list of them")
	}
	read, err := columnOf(name, field.Type, options)
	if err != nil {
		return err
	}
	switch {
	case options.has("primary"), name == "id" && d.primaryKey == "":
		d.primaryKey = name
	case options.has("version"):
		if read.kind != Integer && read.kind != BigInt {
			return fmt.Errorf("the version must be an integer")
		}
		d.version, read.protected = name, true
	}
	if options.has("hidden") {
		d.hidden = append(d.hidden, read)
		return nil
	}
	d.columns = append(d.columns, read)
	return nil
}

// tagOptions are the options of a tag `admin:"length=20,protected"`, in their order.
type tagOptions []([2]string)

var knownOptions = map[string]bool{
	"primary": true, "version": true, "hidden": true, "protected": true, "nullable": true, "type": true, "length": true,
	"precision": true, "scale": true, "min": true, "max": true, "default": true, "belongsTo": true, "hasMany": true,
	"belongsToMany": true, "key": true, "related": true, "label": true, "show": true,
}

func optionsOf(tag string) (tagOptions, error) {
	var options tagOptions
	for _, option := range strings.Split(tag, ",") {
		if option == "" {
			continue
		}
		name, value, _ := strings.Cut(option, "=")
		if !knownOptions[name] {
			return nil, fmt.Errorf("the tag admin has the unknown option %q", name)
		}
		options = append(options, [2]string{name, value})
	}
	return options, nil
}

func (o tagOptions) has(name string) bool {
	return len(o.all(name)) > 0
}

func (o tagOptions) all(name string) []string {
	var values []string
	for _, option := range o {
		if option[0] == name {
			values = append(values, option[1])
		}
	}
	return values
}

func (o tagOptions) get(name string) string {
	if values := o.all(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

func (o tagOptions) isRelation() bool {
	return o.has("belongsTo") || o.has("hasMany") || o.has("belongsToMany")
}

// integer reads an option with a number; 0 if it is missing.
func (o tagOptions) integer(name string) (int, error) {
	if !o.has(name) {
		return 0, nil
	}
	number, err := strconv.Atoi(o.get(name))
	if err != nil || number < 0 {
		return 0, fmt.Errorf("%s must be a number, not %q", name, o.get(name))
	}
	return number, nil
}

func columnOf(name string, goType reflect.Type, options tagOptions) (*column, error) {
	read := &column{name: name, nullable: options.has("nullable"), protected: options.has("protected")}
	read.kind = read.typeOf(goType)
	if options.has("type") {
		if read.kind = ColumnType(options.get("type")); !columnTypes[read.kind] {
			return nil, fmt.Errorf("there is no column of the type %q", read.kind)
		}
		if read.kind != Integer && read.kind != BigInt {
			read.minimum, read.maximum = nil, nil
		}
	}
	if read.kind == "" {
		return nil, fmt.Errorf("no column has the type %s; add one: `admin:\"type=decimal\"`", goType)
	}
	var err error
	if read.maxLength, err = options.integer("length"); err != nil {
		return nil, err
	}
	if read.precision, err = options.integer("precision"); err != nil {
		return nil, err
	}
	if read.scale, err = options.integer("scale"); err != nil {
		return nil, err
	}
	if read.scale > read.precision {
		return nil, fmt.Errorf("scale needs a precision that is not less")
	}
	for option, target := range map[string]**int64{"min": &read.minimum, "max": &read.maximum} {
		if options.has(option) {
			number, err := strconv.ParseInt(options.get(option), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("%s must be an integer, not %q", option, options.get(option))
			}
			*target = &number
		}
	}
	return read, read.setDefault(options)
}

func (c *column) setDefault(options tagOptions) error {
	if !options.has("default") {
		return nil
	}
	text := options.get("default")
	var value interface{} = text
	var err error
	switch c.kind {
	case Bool:
		value, err = strconv.ParseBool(text)
	case Integer, BigInt:
		value, err = strconv.ParseInt(text, 10, 64)
	case Double:
		value, err = strconv.ParseFloat(text, 64)
	case Timestamp:
		value, err = time.Parse(time.RFC3339, text)
	case Bytes:
		value = []byte(text)
	}
	known, ok := normal(c.kind, value)
	if err != nil || !ok || !c.fits(known) {
		return fmt.Errorf("the default %q does not fit the column", text)
	}
	c.defaultValue = known
	return nil
}

var (
	timeType    = reflect.TypeOf(time.Time{})
	rawJSONType = reflect.TypeOf(json.RawMessage{})
	nullTypes   = map[reflect.Type]ColumnType{
		reflect.TypeOf(sql.NullBool{}):    Bool,
		reflect.TypeOf(sql.NullByte{}):    Integer,
		reflect.TypeOf(sql.NullInt16{}):   Integer,
		reflect.TypeOf(sql.NullInt32{}):   Integer,
		reflect.TypeOf(sql.NullInt64{}):   BigInt,
		reflect.TypeOf(sql.NullFloat64{}): Double,
		reflect.TypeOf(sql.NullString{}):  String,
		reflect.TypeOf(sql.NullTime{}):    Timestamp,
	}
	integerRanges = map[reflect.Kind][2]int64{
		reflect.Int8: {math.MinInt8, math.MaxInt8}, reflect.Int16: {math.MinInt16, math.MaxInt16},
		reflect.Int32: {math.MinInt32, math.MaxInt32}, reflect.Uint8: {0, math.MaxUint8},
		reflect.Uint16: {0, math.MaxUint16}, reflect.Uint32: {0, math.MaxUint32},
	}
)

// typeOf returns the type of a field's column, and sets what the Go type says about it; empty if it says nothing.
func (c *column) typeOf(goType reflect.Type) ColumnType {
	if goType.Kind() == reflect.Ptr {
		c.nullable = true
		goType = goType.Elem()
	}
	if kind, ok := nullTypes[goType]; ok {
		c.nullable = true
		return kind
	}
	switch {
	case goType == timeType:
		return Timestamp
	case goType == rawJSONType:
		return JSON
	}
	switch kind := goType.Kind(); kind {
	case reflect.Bool:
		return Bool
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		limits := integerRanges[kind]
		c.minimum, c.maximum = &limits[0], &limits[1]
		return Integer
	case reflect.Int:
		return Integer
	case reflect.Uint, reflect.Uint64:
		least := int64(0)
		c.minimum = &least
		return BigInt
	case reflect.Int64:
		return BigInt
	case reflect.Float32, reflect.Float64:
		return Double
	case reflect.String:
		return String
	case reflect.Slice:
		if goType.Elem().Kind() == reflect.Uint8 {
			return Bytes
		}
	}
	return ""
}

// relatedStruct returns the struct of a field of a relation: Category, *Category, []Tag, []*Tag.
func relatedStruct(goType reflect.Type) (reflect.Type, bool) {
	for goType.Kind() == reflect.Ptr || goType.Kind() == reflect.Slice {
		goType = goType.Elem()
	}
	return goType, goType.Kind() == reflect.Struct
}

func (d *described) relation(name string, related reflect.Type, options tagOptions) error {
	read := describedRelation{related: related, shown: options.all("show")}
	read.name, read.label = name, options.get("label")
	switch {
	case options.has("belongsTo"):
		read.kind, read.foreignKey = belongsTo, options.get("belongsTo")
	case options.has("hasMany"):
		read.kind, read.foreignKey = hasMany, options.get("hasMany")
	default:
		read.kind, read.pivotTable = belongsToMany, options.get("belongsToMany")
		read.foreignKey, read.relatedKey = options.get("key"), options.get("related")
		if read.pivotTable == "" || read.relatedKey == "" {
			return fmt.Errorf(`a many-to-many relation needs its pivot table and both columns: ` +
				"`admin:\"belongsToMany=product_tags,key=product_id,related=tag_id,label=name\"`")
		}
	}
	if read.foreignKey == "" || read.label == "" {
		return fmt.Errorf("a relation needs the column of its key, and the label: `admin:\"belongsTo=category_id,label=name\"`")
	}
	d.relations = append(d.relations, read)
	return nil
}

// snakeCase returns the default name of a field's column: "CategoryID" is category_id.
func snakeCase(name string) string {
	var result strings.Builder
	letters := []rune(name)
	for index, letter := range letters {
		startsWord := unicode.IsUpper(letter) && index > 0 &&
			(!unicode.IsUpper(letters[index-1]) || index+1 < len(letters) && unicode.IsLower(letters[index+1]))
		if startsWord {
			result.WriteByte('_')
		}
		result.WriteRune(unicode.ToLower(letter))
	}
	return result.String()
}
