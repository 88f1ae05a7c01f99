package host

import "context"

// BrowserRequest is the browser's request to the built-in consent page.
type BrowserRequest struct {
	// Cookie is the Cookie header exactly as received; empty if there was none.
	Cookie string
	// Authorization is the Authorization header exactly as received; empty if there was none.
	Authorization string
	// ReturnTo is the absolute URL that the browser requested, to which a sign-in page sends it back. It is under the
	// issuer.
	ReturnTo string
}

// SignInOutcome is the signed-in user, or where to sign in.
type SignInOutcome struct {
	// UserID is a stable identifier, 1 to 255 characters other than NUL; empty if no user is signed in.
	UserID string
	// DisplayName is the name or email address that the page shows. At most 200 characters.
	DisplayName string
	// SignInURL is an absolute http(s) URL, or a path of the application starting with "/". Used if UserID is empty.
	SignInURL string
}

// SignIn finds the user who is signed in to the application. Only the built-in consent page needs it.
type SignIn interface {
	// ResolveUser returns the user or the sign-in page. Return an UnavailableError if this cannot be determined right now:
	// the page then asks the user to try again.
	ResolveUser(ctx context.Context, browser BrowserRequest) (SignInOutcome, error)
}

// SignInFunc is a function as a SignIn.
type SignInFunc func(ctx context.Context, browser BrowserRequest) (SignInOutcome, error)

// ResolveUser calls f.
func (f SignInFunc) ResolveUser(ctx context.Context, browser BrowserRequest) (SignInOutcome, error) {
	return f(ctx, browser)
}
