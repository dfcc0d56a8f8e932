# python verify.py <licence file> <JWKS file> <product> <issuer>
import json
import sys
import time

import jwt  # pip install 'PyJWT[crypto]'

licence_path, keys_path, product, issuer = sys.argv[1:]

with open(licence_path) as file:
    token = "".join(line.strip() for line in file if not line.startswith("-----"))
with open(keys_path) as file:
    keys = jwt.PyJWKSet.from_dict(json.load(file))

try:
    header = jwt.get_unverified_header(token)
    if set(header) != {"alg", "kid", "typ"} or header["typ"] != "tessera-entitlement+jwt":
        raise jwt.InvalidTokenError("The header is not that of an entitlement")
    claims = jwt.decode(
        token,
        keys[header["kid"]],
        algorithms=["EdDSA"],
        audience=product,
        issuer=issuer,
        leeway=300,
        # A file counts after its end, too.
        options={"verify_exp": False, "require": ["sub", "jti", "nbf", "exp"]},
    )
except (jwt.PyJWTError, KeyError) as error:
    sys.exit(f"Refused: {error}")

now = time.time()
ends = claims["exp"] + claims["grace"]
state = "Active" if now < claims["exp"] else "Stale" if now < ends else "Ended"
ent = claims["ent"]
access = ent["accessLevel"]
if state == "Ended" and access != "None":
    access = claims["after"]
limits = sorted(f"{name} {value}" for name, value in ent["limits"].items())
print(f"State     {state}")
print(f"Tenant    {claims['sub']}")
print(f"Product   {claims['aud']}")
print(f"Access    {access}")
print(f"Limits    {', '.join(limits)}")
print(f"Bound to  {claims.get('bind', 'no installation')}")
