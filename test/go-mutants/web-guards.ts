import type { GoMutant } from './mutant.js';

/** The consent page, the forwarding of Gatehouse's paths, and who may call a host. */
export const WEB_GUARDS: readonly GoMutant[] = [
  {
    name: 'every button but Deny allows',
    file: 'consent/page.go',
    from: 'r.PostFormValue("decision") == "allow"',
    to: 'r.PostFormValue("decision") != "deny"',
  },
  {
    name: 'a link decides',
    file: 'consent/page.go',
    from: 'r.PostForm.Has("decision")',
    to: 'r.Form.Has("decision")',
  },
  {
    name: 'a link adds permissions',
    file: 'consent/page.go',
    from: 'r.PostForm["scope"]',
    to: 'r.Form["scope"]',
  },
  {
    name: 'other sites can frame the consent page',
    file: 'consent/page.go',
    from: "frame-ancestors 'none'",
    to: 'frame-ancestors *',
  },
  {
    name: 'a redirect URI adds directives to the policy of the page',
    file: 'consent/page.go',
    from: 'case isWebsite(redirectURI) && plainHost.MatchString(parsed.Host):',
    to: 'case isWebsite(redirectURI):',
  },
  {
    name: 'the consent client sends its token without TLS',
    file: 'consent/http.go',
    from: 'if token != "" && parsed.Scheme == "http" && !local {',
    to: 'if token == "" && parsed.Scheme == "http" && !local {',
  },
  {
    name: 'the consent client follows redirects',
    file: 'consent/http.go',
    from: 'return http.ErrUseLastResponse },',
    to: 'return nil },',
  },
  {
    name: 'the mount relays the answer to another request',
    file: 'mount/mount.go',
    from: 'if answer.Header.Get(exchangeID) != e.id || ',
    to: 'if ',
  },
  {
    name: 'the mount relays an answer with two ids',
    file: 'mount/mount.go',
    from: ' || len(answer.Header.Values(exchangeID)) != 1 {',
    to: ' {',
  },
  {
    name: 'the mount forwards a body of a GET',
    file: 'mount/request.go',
    from: 'case !allowed && r.ContentLength != 0:',
    to: 'case !allowed && r.ContentLength < -1:',
  },
  {
    name: 'the mount forwards every method',
    file: 'mount/request.go',
    from: 'case !ok:',
    to: 'case !ok && r.Method == "":',
  },
  {
    name: 'the mount forwards every request target',
    file: 'mount/request.go',
    from: 'case !requestTarget.MatchString(r.RequestURI):',
    to: 'case r.RequestURI == "":',
  },
  {
    name: 'visitors choose the address that Gatehouse sees',
    file: 'mount/headers.go',
    from: '"proxy-", "x-forwarded-", "gatehouse-"',
    to: '"proxy-", "gatehouse-"',
  },
  {
    name: 'visitors write forbidden headers with underscores',
    file: 'mount/headers.go',
    from: '"abcdefghijklmnopqrstuvwxyz0123456789-"',
    to: '"abcdefghijklmnopqrstuvwxyz0123456789-_"',
  },
  {
    name: 'visitors remove the headers of checks',
    file: 'mount/headers.go',
    from: 'strings.HasPrefix(canonical, "X-") && canonical',
    to: 'canonical',
  },
  {
    name: 'a visitor counts as a trusted proxy',
    file: 'mount/address.go',
    from: 'current != nil && !a.isTrusted(current) {',
    to: 'current != nil && current.IsUnspecified() {',
  },
  {
    name: 'the mount trusts what a visitor wrote before a proxy did',
    file: 'mount/address.go',
    from: 'current = next\n\t\tif !a.isTrusted(current) {',
    to: 'current = next\n\t\tif current.IsUnspecified() {',
  },
  {
    name: 'a host over HTTP needs no token',
    file: 'httphost/handler.go',
    from: 'if err == nil && token == nil {',
    to: 'if err != nil && token == nil {',
  },
  {
    name: 'a host over HTTP answers without the token',
    file: 'httphost/handler.go',
    from: 'if name != healthCheck && ',
    to: 'if name == healthCheck && ',
  },
  {
    name: 'a host over HTTP answers a GET',
    file: 'httphost/handler.go',
    from: 'if r.Method != http.MethodPost {',
    to: 'if r.Method == http.MethodPut {',
  },
  {
    name: 'a host over gRPC answers calls without the token',
    file: 'grpchost/server.go',
    from: 'if !admits(stream.Context(), token, info.FullMethod) {',
    to: 'if info.FullMethod == "" {',
  },
  {
    name: 'a host over gRPC listens for other machines without a token',
    file: 'grpchost/server.go',
    from: 'if !s.isAuthenticated && ',
    to: 'if s.isAuthenticated && ',
  },
];
