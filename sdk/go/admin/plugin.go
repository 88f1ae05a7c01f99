package admin

import "gatehouse.dev/host/internal/contract"

// Permission is a permission code of the plugin, which the role editor shows.
type Permission struct {
	// Code is "acme.shop.products".
	Code  string
	Label string
	// Tab is the heading above it.
	Tab string
}

// NavigationItem is an entry of the main navigation. Labels are phrase keys or the text itself.
type NavigationItem struct {
	// Code has letters, digits, "_" and "-"; unique among its siblings.
	Code  string
	Label string
	// Controller is the id of a controller, whose list it opens; Settings the code of a settings screen. At most one.
	Controller, Settings string
	Icon                 string
	// Order is ascending.
	Order int32
	// Permissions are codes that it requires in addition to those of its target.
	Permissions []string
	// Children are entries below it, which have no children.
	Children []NavigationItem
}

func (i NavigationItem) message() *contract.AdminNavigationItem {
	message := &contract.AdminNavigationItem{
		Code: i.Code, Label: i.Label, Icon: i.Icon, Order: i.Order, Permissions: i.Permissions,
	}
	if i.Controller != "" {
		message.Controller = &i.Controller
	}
	if i.Settings != "" {
		message.Settings = &i.Settings
	}
	for _, child := range i.Children {
		message.Children = append(message.Children, child.message())
	}
	return message
}

func (s *screen) describe(plugin string) *contract.AdminSettingsScreen {
	message := &contract.AdminSettingsScreen{
		Code: s.Code, Label: s.Label, Description: s.Description, Category: s.Category, Icon: s.Icon, Order: s.Order,
		Keywords: s.Keywords, Permissions: s.Permissions, Fields: s.fields(plugin), Versioned: true,
	}
	for _, name := range s.order {
		message.Columns = append(message.Columns, s.columns[name].message())
	}
	for name := range s.Options {
		message.OptionProviders = append(message.OptionProviders, name)
	}
	sortTexts(message.OptionProviders)
	return message
}
