// go run . <licence file> <JWKS file> <product> <issuer>
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

type claims struct {
	jwt.RegisteredClaims
	Grace int64  `json:"grace"`
	After string `json:"after"`
	Bind  string `json:"bind"`
	Ent   struct {
		AccessLevel string             `json:"accessLevel"`
		Limits      map[string]float64 `json:"limits"`
	} `json:"ent"`
}

type keySet struct {
	Keys []struct{ Kty, Crv, X, Kid string }
}

// The pinned key of the header. No other member of the header is allowed.
func (set keySet) key(token *jwt.Token) (any, error) {
	if len(token.Header) != 3 || token.Header["typ"] != "tessera-entitlement+jwt" {
		return nil, errors.New("the header is not that of an entitlement")
	}
	for _, key := range set.Keys {
		if key.Kty == "OKP" && key.Crv == "Ed25519" && key.Kid == token.Header["kid"] {
			bytes, err := base64.RawURLEncoding.DecodeString(key.X)
			return ed25519.PublicKey(bytes), err
		}
	}
	return nil, errors.New("the key is not pinned")
}

func verify(licencePath, keysPath, product, issuer string) (*claims, error) {
	text, err := os.ReadFile(licencePath)
	if err != nil {
		return nil, err
	}
	var token strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "-----") {
			token.WriteString(strings.TrimSpace(line))
		}
	}
	text, err = os.ReadFile(keysPath)
	if err != nil {
		return nil, err
	}
	var keys keySet
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	// A file counts after its end, too, so the time is checked here without it.
	found := &claims{}
	strict := []jwt.ParserOption{jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithStrictDecoding(), jwt.WithoutClaimsValidation()}
	if _, err := jwt.NewParser(strict...).ParseWithClaims(token.String(), found, keys.key); err != nil {
		return nil, err
	}
	if found.ExpiresAt == nil || found.NotBefore == nil || found.Subject == "" {
		return nil, errors.New("a claim is missing")
	}
	if found.Issuer != issuer || len(found.Audience) != 1 || found.Audience[0] != product {
		return nil, errors.New("the file is of another issuer or for another product")
	}
	if time.Now().Add(5 * time.Minute).Before(found.NotBefore.Time) {
		return nil, errors.New("the file is not valid yet: set the clock")
	}
	return found, nil
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "Give a licence file, a JWKS file, a product and an issuer.")
		os.Exit(2)
	}
	found, err := verify(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, "Refused:", err)
		os.Exit(1)
	}
	state, access := "Active", found.Ent.AccessLevel
	if ends := found.ExpiresAt.Add(time.Duration(found.Grace) * time.Second); !time.Now().Before(ends) {
		state = "Ended"
		if access != "None" {
			access = found.After
		}
	} else if !time.Now().Before(found.ExpiresAt.Time) {
		state = "Stale"
	}
	limits := []string{}
	for name, value := range found.Ent.Limits {
		limits = append(limits, fmt.Sprintf("%s %v", name, value))
	}
	sort.Strings(limits)
	bound := found.Bind
	if bound == "" {
		bound = "no installation"
	}
	fmt.Println("State    ", state)
	fmt.Println("Tenant   ", found.Subject)
	fmt.Println("Product  ", found.Audience[0])
	fmt.Println("Access   ", access)
	fmt.Println("Limits   ", strings.Join(limits, ", "))
	fmt.Println("Bound to ", bound)
}
