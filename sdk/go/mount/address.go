package mount

import (
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// clientAddresses finds the sender of a request: the peer of the connection, unless that is a trusted proxy. Then it reads
// X-Forwarded-For from the right, and the first address that is not a trusted proxy is the client.
type clientAddresses struct {
	trusted    []*net.IPNet
	trustsUnix bool
}

func newClientAddresses(proxies []string) (*clientAddresses, error) {
	addresses := &clientAddresses{}
	for _, entry := range proxies {
		if entry == "unix:" {
			addresses.trustsUnix = true
			continue
		}
		network, err := networkOf(entry)
		if err != nil {
			return nil, err
		}
		addresses.trusted = append(addresses.trusted, network)
	}
	return addresses, nil
}

func networkOf(entry string) (*net.IPNet, error) {
	text := entry
	if ip := net.ParseIP(entry); ip != nil {
		bits := 128
		if ip.To4() != nil {
			bits = 32
		}
		text += "/" + strconv.Itoa(bits)
	}
	_, network, err := net.ParseCIDR(text)
	if err != nil {
		return nil, fmt.Errorf(`mount: TrustedProxies: %q is neither an IP address, nor a range such as "10.0.0.0/8", nor "unix:"`, entry)
	}
	return network, nil
}

func (a *clientAddresses) isTrusted(ip net.IP) bool {
	for _, network := range a.trusted {
		if network.Contains(ip) {
			return true
		}
	}
	return false
}

// of returns nil if there is no address, as on a Unix socket.
func (a *clientAddresses) of(r *http.Request) net.IP {
	current := addressIn(r.RemoteAddr)
	if current == nil && !a.trustsUnix || current != nil && !a.isTrusted(current) {
		return current
	}
	entries := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for at := len(entries) - 1; at >= 0; at-- {
		next := addressIn(entries[at])
		// If a proxy writes something other than an address, that proxy is the last known hop.
		if next == nil {
			break
		}
		current = next
		if !a.isTrusted(current) {
			break
		}
	}
	return current
}

var (
	bracketed = regexp.MustCompile(`^\[([^\]]*)\](?::\d+)?$`)
	withPort  = regexp.MustCompile(`^([\d.]+):\d+$`)
)

// addressIn removes the port that some proxies add, brackets and the zone, and unmaps IPv4 from IPv6.
func addressIn(text string) net.IP {
	text = strings.TrimSpace(text)
	if match := bracketed.FindStringSubmatch(text); match != nil {
		text = match[1]
	} else if match := withPort.FindStringSubmatch(text); match != nil {
		text = match[1]
	}
	if zone := strings.IndexByte(text, '%'); zone >= 0 {
		text = text[:zone]
	}
	ip := net.ParseIP(text)
	if v4 := ip.To4(); v4 != nil {
		return v4
	}
	return ip
}
