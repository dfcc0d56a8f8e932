import { type Offline, openOffline } from '../../sdk/src/offline/index.ts';
import { licenceClaims, licenceFile, SigningKey } from '../../sdk/tests/support/licence-files.ts';
import { median } from '../rounds.ts';

const maxVerification = 200;
const maxAnswer = 2;
const verifications = 2_000;
const answers = 1_000_000;

/** Verification of a licence file, and answers from it, one after the other in one process. Without a service. */
export async function benchOffline(rounds: number, print: (text: string) => void): Promise<void> {
  const key = new SigningKey();
  const iat = Math.floor(Date.now() / 1_000);
  const claims = licenceClaims({ iat, nbf: iat, exp: iat + 86_400 });
  const options = { product: 'aqueduct', licence: licenceFile(key.token(claims)), keys: key.jwks };
  const offline = await openOffline(options);
  const costs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    costs.push(median(await verifyAgain(offline, options.licence)));
  }
  const perAnswer: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    answerAgain(offline);
    perAnswer.push(((performance.now() - start) * 1_000) / answers);
  }
  await offline.close();
  // The first round is a warm-up.
  const [verification, answer] = [median(costs.slice(1)), median(perAnswer.slice(1))];
  print(
    `licence file of ${options.licence.length} bytes, verified: ${verification.toFixed(0)} µs, ` +
      `bar ${maxVerification}${verification > maxVerification ? ' missed' : ''}\n`,
  );
  print(
    `can() and limit() from a licence file: ${answer.toFixed(3)} µs, ` +
      `bar ${maxAnswer}${answer > maxAnswer ? ' missed' : ''}\n`,
  );
}

/** Microseconds of each. The keys are imported once, as in an application. */
async function verifyAgain(offline: Offline, licence: string): Promise<number[]> {
  const costs: number[] = [];
  for (let count = 0; count < verifications; count++) {
    const start = performance.now();
    if (!(await offline.replace(licence))) throw new Error('The licence file is refused');
    costs.push((performance.now() - start) * 1_000);
  }
  return costs;
}

/** A function of its own, so that it is optimised after a few calls, as the code of an application is. */
function answerAgain(offline: Offline): void {
  let granted = 0;
  for (let count = 0; count < answers; count++) {
    if (offline.can('scheduling') && offline.limit('pipelines') === 25) granted++;
  }
  if (granted !== answers) throw new Error('The licence file grants less');
}
