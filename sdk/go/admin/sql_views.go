package admin

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"time"

	"gatehouse.dev/host/sqlbackend"
)

// The limits of the views of one list: shared ones, and those of one administrator that are not.
const (
	maxSharedViews = 100
	maxOwnViews    = 50
)

const selectViews = `select v.id, v.version, v.user_id, v.shared, v.name, v.query, u.name, u.login from backend_views v
	left join backend_users u on u.id = v.user_id`

func readView(row []interface{}) SavedView {
	texts, numbers := readRow(row)
	view := SavedView{
		ID: texts[0], Version: uint32(numbers[1]), OwnerID: texts[2], OwnerName: texts[6], Shared: numbers[3] == 1,
		Name: texts[4], Query: texts[5],
	}
	if view.OwnerName == "" {
		view.OwnerName = texts[7]
	}
	return view
}

// ListViews implements Views.
func (d *SQLDirectory) ListViews(ctx context.Context, administratorID, list string) (found []SavedView, err error) {
	id, _ := parseID(administratorID)
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		rows, err := t.all(selectViews+" where v.list = {} and (v.shared = 1 or v.user_id = {})", list, id)
		for _, row := range rows {
			found = append(found, readView(row))
		}
		return err
	})
	return found, err
}

// writesViews returns the active administrator, nil if there is none. Writers of views take turns, because a colleague who may
// share changes, deletes and un-shares the views of others: beside an owner who saves the last view that there is room for,
// or beside another colleague.
func (t *directoryTx) writesViews(administratorID string) (*administratorRow, error) {
	row, _, err := t.manageable(administratorID, administratorID)
	return row, err
}

// visibleView returns nil if the list has no such view, or only its owner may see it.
func (t *directoryTx) visibleView(administratorID, list, id string) (*SavedView, error) {
	row, err := t.first(selectViews+" where v.id = {} and v.list = {}", id, list)
	if err != nil || row == nil {
		return nil, err
	}
	view := readView(row)
	if !view.Shared && view.OwnerID != administratorID {
		return nil, nil
	}
	return &view, nil
}

// SaveView implements Views.
func (d *SQLDirectory) SaveView(
	ctx context.Context, change ViewChange,
) (found *SavedView, refusal ViewRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		found, refusal, err = t.saveView(change)
		return err
	})
	return found, refusal, err
}

func (t *directoryTx) saveView(change ViewChange) (*SavedView, ViewRefusal, error) {
	actor, err := t.writesViews(change.AdministratorID)
	if err != nil {
		return nil, "", err
	}
	if actor == nil {
		return nil, ViewForbidden, nil
	}
	mayShare := actor.holds(sharesViews)
	var before *SavedView
	if change.ID != "" {
		if before, err = t.visibleView(actor.ID, change.List, change.ID); err != nil {
			return nil, "", err
		}
		if before == nil {
			return nil, ViewUnknown, nil
		}
	}
	isShared := change.Shared || before != nil && before.Shared
	switch {
	case isShared && !mayShare:
		return nil, ViewForbidden, nil
	case before != nil && before.Version != change.Version:
		return nil, ViewStale, nil
	}
	owner := actor.ID
	if before != nil {
		owner = before.OwnerID
	}
	if before == nil || before.Shared != change.Shared {
		if isFull, err := t.isFull(change, owner); err != nil || isFull {
			return nil, ViewTooMany, err
		}
	}
	return t.writeView(change, owner)
}

func (t *directoryTx) isFull(change ViewChange, owner string) (bool, error) {
	if change.Shared {
		count, err := t.count("select count(*) from backend_views where list = {} and shared = 1", change.List)
		return count >= maxSharedViews, err
	}
	id, _ := parseID(owner)
	count, err := t.count("select count(*) from backend_views where list = {} and shared = 0 and user_id = {}", change.List, id)
	return count >= maxOwnViews, err
}

func (t *directoryTx) writeView(change ViewChange, owner string) (*SavedView, ViewRefusal, error) {
	key, now := change.ID, time.Now().UnixMilli()
	if key == "" {
		random := make([]byte, 12)
		if _, err := rand.Read(random); err != nil {
			return nil, "", err
		}
		key = base64.RawURLEncoding.EncodeToString(random)
		id, _ := parseID(owner)
		if _, err := t.run(`insert into backend_views (id, list, user_id, shared, name, query, version, updated_at)
			values ({}, {}, {}, {}, {}, {}, 1, {})`, key, change.List, id, bit(change.Shared), change.Name, change.Query, now); err != nil {
			return nil, "", err
		}
	} else if _, err := t.run(`update backend_views set shared = {}, name = {}, query = {}, updated_at = {},
		version = version + 1 where id = {}`, bit(change.Shared), change.Name, change.Query, now, key); err != nil {
		return nil, "", err
	}
	row, err := t.first(selectViews+" where v.id = {}", key)
	if err == nil && row == nil {
		err = errors.New("a trigger kept a view from being saved")
	}
	if err != nil {
		return nil, "", err
	}
	view := readView(row)
	return &view, "", nil
}

// DeleteView implements Views.
func (d *SQLDirectory) DeleteView(ctx context.Context, administratorID, list, id string) (refusal ViewRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		refusal = ""
		actor, err := t.writesViews(administratorID)
		if err != nil {
			return err
		}
		if actor == nil {
			refusal = ViewForbidden
			return nil
		}
		before, err := t.visibleView(actor.ID, list, id)
		switch {
		case err != nil:
			return err
		case before == nil:
			refusal = ViewUnknown
		case before.Shared && !actor.holds(sharesViews):
			refusal = ViewForbidden
		default:
			_, err = t.run("delete from backend_views where id = {}", id)
		}
		return err
	})
	return refusal, err
}
