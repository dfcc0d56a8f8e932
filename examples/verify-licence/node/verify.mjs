// node verify.mjs <licence file> <JWKS file> <product> <issuer>
import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from 'jose';

const [licencePath, keysPath, product, issuer] = process.argv.slice(2);

const token = (await readFile(licencePath, 'utf8'))
  .split('\n')
  .filter((line) => !line.startsWith('-----'))
  .map((line) => line.trim())
  .join('');
const keys = createLocalJWKSet(JSON.parse(await readFile(keysPath, 'utf8')));

/** The claims. A file counts after its end, too, so an expired one is no error here. */
async function verify() {
  const options = {
    algorithms: ['EdDSA'],
    typ: 'tessera-entitlement+jwt',
    issuer,
    audience: product,
    clockTolerance: 300,
    requiredClaims: ['sub', 'jti', 'nbf', 'exp'],
  };
  const others = Object.keys(decodeProtectedHeader(token)).filter(
    (name) => !['alg', 'kid', 'typ'].includes(name),
  );
  if (others.length > 0) throw new Error(`The header has ${others}`);
  try {
    const { payload } = await jwtVerify(token, keys, options);
    return payload;
  } catch (error) {
    // Thrown after everything else was verified.
    if (error instanceof errors.JWTExpired) return error.payload;
    throw error;
  }
}

try {
  const { sub, aud, exp, grace, after, ent, bind = 'no installation' } = await verify();
  const now = Date.now() / 1_000;
  const state = now < exp ? 'Active' : now < exp + grace ? 'Stale' : 'Ended';
  const access = state === 'Ended' && ent.accessLevel !== 'None' ? after : ent.accessLevel;
  const limits = Object.entries(ent.limits).map(([name, value]) => `${name} ${value}`);
  console.log(`State     ${state}`);
  console.log(`Tenant    ${sub}`);
  console.log(`Product   ${aud}`);
  console.log(`Access    ${access}`);
  console.log(`Limits    ${limits.sort().join(', ')}`);
  console.log(`Bound to  ${bind}`);
} catch (error) {
  console.error(`Refused: ${error.message}`);
  process.exitCode = 1;
}
