package drivertest

import (
	"context"
	"time"

	"gatehouse.dev/host/admin"
)

func (broken) Authenticate(context.Context, admin.Token, time.Time) (*admin.Administrator, admin.TokenRefusal, error) {
	return nil, "TIRED", nil
}

func (broken) Create(context.Context, admin.NewAdministrator) (*admin.Administrator, admin.CreateRefusal, []string, error) {
	return nil, "TIRED", nil, nil
}

func (broken) ChangePassword(context.Context, admin.PasswordChange) (*admin.Administrator, admin.AccountRefusal, error) {
	return nil, "", nil
}

func (broken) EndSessions(context.Context, string, string) (*admin.Administrator, admin.AccountRefusal, error) {
	return nil, "TIRED", nil
}

func (broken) SetPreference(context.Context, string, admin.Preference) (admin.PreferenceOutcome, error) {
	return "", nil
}

func (broken) EndSession(context.Context, string, string, string) (admin.EndSessionOutcome, error) {
	return "", nil
}

func (broken) SetSecondFactor(context.Context, admin.NewSecondFactor) (*admin.Administrator, admin.AccountRefusal, error) {
	return nil, "", nil
}

func (broken) RemoveSecondFactor(context.Context, string, string) (*admin.Administrator, admin.AccountRefusal, error) {
	return nil, "TIRED", nil
}

func (broken) SaveView(context.Context, admin.ViewChange) (*admin.SavedView, admin.ViewRefusal, error) {
	return nil, "", nil
}

func (broken) DeleteView(context.Context, string, string, string) (admin.ViewRefusal, error) {
	return "TIRED", nil
}
