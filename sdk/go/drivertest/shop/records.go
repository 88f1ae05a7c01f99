// Package shop is a small shop with an admin backend, for the tests of package admin and for check-host.
package shop

import "time"

// Category has products.
type Category struct {
	ID       int64
	Name     string    `admin:"length=100"`
	Hidden   bool      `admin:"default=false"`
	Products []Product `admin:"hasMany=category_id,label=title"`
}

// TableName names the table.
func (Category) TableName() string { return "categories" }

// Tag is linked to products by a pivot table.
type Tag struct {
	ID     int
	Name   string `admin:"length=50"`
	Hidden bool   `admin:"default=false"`
}

// TableName names the table.
func (Tag) TableName() string { return "tags" }

// Supplier has no controller: the admin backend knows only its label.
type Supplier struct {
	ID     int64
	Name   string `admin:"length=50"`
	Secret string
}

// TableName names the table.
func (Supplier) TableName() string { return "suppliers" }

// Product has a column of every type.
type Product struct {
	ID          int64
	SKU         string     `db:"sku" admin:"length=20"`
	Title       string     `admin:"length=200"`
	Body        *string    `db:"body"`
	Status      string     `admin:"length=10,default=draft"`
	Price       *string    `admin:"type=decimal,precision=10,scale=2"`
	Stock       int32      `admin:"default=0"`
	Views       int64      `admin:"default=0"`
	Rating      *float64   `db:"rating"`
	Active      bool       `admin:"default=true"`
	ReleasedOn  *time.Time `admin:"type=date"`
	OpensAt     *string    `admin:"type=time"`
	PublishedAt *time.Time
	Attributes  *string `admin:"type=json"`
	Photo       []byte  `admin:"nullable"`
	Owner       string  `admin:"length=50,protected,default=house"`
	Version     int     `admin:"version"`
	Password    string  `admin:"hidden"`
	CategoryID  *int64
	SupplierID  *int64
	Category    *Category `admin:"belongsTo=category_id,label=name"`
	Supplier    *Supplier `admin:"belongsTo=supplier_id,label=name"`
	Tags        []Tag     `admin:"belongsToMany=product_tags,key=product_id,related=tag_id,label=name"`
}

// TableName names the table.
func (Product) TableName() string { return "products" }

// Settings has a value of every type.
type Settings struct {
	Name     string
	Closed   bool
	Seats    int
	Visits   int64
	Factor   float64
	TaxRate  string     `admin:"type=decimal,precision=5,scale=2"`
	Founded  *string    `admin:"type=date"`
	OpensAt  *string    `admin:"type=time"`
	Since    *time.Time `db:"since"`
	Extra    *string    `admin:"type=json"`
	Logo     []byte     `admin:"nullable"`
	Unit     *string    `db:"unit"`
	Internal string     `db:"-"`
}
