package shop

import (
	"context"
	"fmt"
	"time"

	"gatehouse.dev/host/admin"
)

// Options of the shop's admin backend.
func Options() admin.Options {
	return admin.Options{
		Plugin:      "acme.shop",
		Controllers: []*admin.Controller{Products(), Categories(), Tags()},
		Settings:    []*admin.Settings{Screen()},
		Permissions: []admin.Permission{
			{Code: "acme.shop.products", Label: "Products"},
			{Code: "acme.shop.publish", Label: "Publish"},
			{Code: "acme.shop.settings", Label: "Settings"},
		},
		Navigation: []admin.NavigationItem{{Code: "products", Label: "Products", Controller: "acme.shop.products"}},
	}
}

func notHidden(context.Context, *admin.Call) (admin.Condition, error) {
	return admin.Where("hidden = ?", false), nil
}

// Categories is the controller of categories.
func Categories() *admin.Controller {
	return &admin.Controller{
		ID: "acme.shop.categories", Record: Category{}, Permissions: []string{"acme.shop.products"}, ListScope: notHidden,
	}
}

// Tags is the controller of tags.
func Tags() *admin.Controller {
	return &admin.Controller{
		ID: "acme.shop.tags", Record: Tag{}, Permissions: []string{"acme.shop.products"}, ListScope: notHidden,
	}
}

// Products is the controller of products, with code of every kind.
func Products() *admin.Controller {
	return &admin.Controller{
		ID:          "acme.shop.products",
		Record:      Product{},
		Permissions: []string{"acme.shop.products"},
		NewRecord:   admin.Values{"status": "draft", "price": "1.50"},
		ListScope: func(_ context.Context, call *admin.Call) (admin.Condition, error) {
			if call.Caller.Login == "barred" {
				return admin.Condition{}, admin.Refused("Not today.")
			}
			if call.Caller.Superuser {
				return admin.Condition{}, nil
			}
			return admin.Where("owner = ?", call.Caller.Login), nil
		},
		Scopes: map[string]func(context.Context, *admin.ScopeCall) (admin.Condition, error){
			"in_stock": func(context.Context, *admin.ScopeCall) (admin.Condition, error) {
				return admin.Where("stock > 0"), nil
			},
		},
		Options: map[string]func(context.Context, *admin.Call, admin.Values) ([]admin.Choice, error){"statuses": statuses},
		Actions: []admin.Action{{
			Name: "activate_all", Label: "Activate all", Permissions: []string{"acme.shop.publish"}, Run: activateAll,
		}, {
			Name: "lab", Label: "Lab", Permissions: []string{"acme.shop.publish"}, Run: lab,
		}},
		Partials:     map[string]func(context.Context, *admin.Call, string) (interface{}, error){"stats": stats},
		BeforeCreate: beforeCreate,
		BeforeUpdate: beforeUpdate,
		BeforeDelete: beforeDelete,
		BeforeLink: func(ctx context.Context, call *admin.Call, link admin.Link) error {
			return judgeProduct(ctx, call.Tx, link.ID)
		},
		AfterUnlink: func(ctx context.Context, call *admin.Call, link admin.Link) error {
			return judgeProduct(ctx, call.Tx, link.ID)
		},
	}
}

func statuses(_ context.Context, _ *admin.Call, form admin.Values) ([]admin.Choice, error) {
	if err := judge(form["title"]); err != nil {
		return nil, err
	}
	choices := []admin.Choice{{Value: "draft", Label: "Draft"}, {Value: "live", Label: "Live"}}
	if form["active"] != false {
		choices = append(choices, admin.Choice{Value: "sold", Label: "Ausverkauft", Color: "danger"})
	}
	return choices, nil
}

func activateAll(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
	result, err := call.Tx.ExecContext(ctx, "update products set active = true")
	if err != nil {
		return admin.ActionResult{}, err
	}
	changed, err := result.RowsAffected()
	return admin.ActionResult{Message: fmt.Sprintf("%d products", changed)}, err
}

func stats(ctx context.Context, call *admin.Call, recordID string) (interface{}, error) {
	var count int
	err := call.Tx.QueryRowContext(ctx, "select count(*) from products").Scan(&count)
	values := map[string]interface{}{"products": count, "record": nil}
	if recordID != "" {
		values["record"] = recordID
		if refusal := judgeProduct(ctx, call.Tx, recordID); refusal != nil {
			return nil, refusal
		}
	}
	return values, err
}

func beforeCreate(_ context.Context, call *admin.Call, values admin.Values) error {
	values["owner"] = call.Caller.Login
	return checked(values)
}

func beforeUpdate(ctx context.Context, call *admin.Call, id string, values admin.Values) error {
	if values["title"] == "Reload" {
		var title string
		query := "select title from products where cast(id as text) = $1"
		if err := call.Tx.QueryRowContext(ctx, query, id).Scan(&title); err != nil {
			return err
		}
		values["body"] = title
	}
	return checked(values)
}

func beforeDelete(ctx context.Context, call *admin.Call, id string) error {
	var status string
	query := "select status from products where cast(id as text) = $1"
	if err := call.Tx.QueryRowContext(ctx, query, id).Scan(&status); err != nil {
		return err
	}
	if status == "sold" {
		return admin.Refused("A sold product stays.")
	}
	return judgeProduct(ctx, call.Tx, id)
}

func checked(values admin.Values) error {
	if values["title"] == "Panic" {
		panic("a bug")
	}
	return judge(values["title"])
}

func pointer(text string) *string { return &text }

// Screen is the settings screen.
func Screen() *admin.Settings {
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return &admin.Settings{
		Code: "acme-shop", Label: "Shop", Permissions: []string{"acme.shop.settings"},
		Values: Settings{
			Name: "Our shop", Seats: 4, Visits: 1 << 60, Factor: 0.5, TaxRate: "20", Founded: pointer("1999-12-31"),
			OpensAt: pointer("08:30:00"), Since: &since, Logo: []byte{0, 255},
		},
		Options: map[string]func(context.Context, *admin.Call, admin.Values) ([]admin.Choice, error){
			"units": func(_ context.Context, _ *admin.Call, form admin.Values) ([]admin.Choice, error) {
				choices := []admin.Choice{{Value: "kg", Label: "Kilogram"}}
				if form.Int("seats") > 0 {
					choices = append(choices, admin.Choice{Value: "pc", Label: "Piece"})
				}
				return choices, nil
			},
		},
		BeforeSave: func(_ context.Context, _ *admin.Call, values admin.Values) error {
			if values.Int("seats") == 13 {
				return admin.Invalid{"seats": "This row does not exist."}
			}
			if values["name"] == "Refused" {
				return admin.Refused("The shop keeps its name.")
			}
			switch values["name"] {
			case "Seats":
				values["seats"] = 21
			case "Nothing":
				values["nothing"] = 1
			case "Words":
				values["seats"] = "many"
			}
			return nil
		},
		AfterSave: func(_ context.Context, _ *admin.Call, values admin.Values) error {
			if values["name"] == "Late" {
				return admin.Refused("Too late for %d seats.", values.Int("seats"))
			}
			return nil
		},
	}
}
