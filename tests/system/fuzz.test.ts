import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fuzzer } from '../support/requests/fuzzer.ts';
import { describedRequests } from '../support/requests/request-schemas.ts';
import { createFuzzWorld, type FuzzWorld } from '../support/worlds/fuzz-world.ts';
import { withKey } from '../support/worlds/world.ts';

/** `FUZZ_CALLS=20000 npx vitest run tests/system/fuzz.test.ts` for a long run; `FUZZ_SEED` repeats one. */
const calls = Number(process.env.FUZZ_CALLS ?? 600);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_CALLS ? Date.now() % 1_000_000_000 : 1));
const secondsEach = 1_000;

let fuzzed: FuzzWorld;
beforeAll(async () => {
  fuzzed = await createFuzzWorld();
});
afterAll(() => fuzzed.world.close());

it.each(['the API', 'the admin API'])(
  `%s answers every fuzzed request as its OpenAPI document describes, never with 5xx (${calls / 2} calls, seed ${seed})`,
  async (api) => {
    const { world, client, join, known, errors } = fuzzed;
    const isAdmin = api === 'the admin API';
    const { document } = isAdmin ? world.adminContract : world.contract;
    // Marketplace notifications need a marketplace token; a connection check calls Microsoft; change streams do not end.
    const requests = describedRequests(document).filter(
      ({ template }) => !/\/marketplace\/|\/check$|\/changes$|^\/(health|metrics)/.test(template),
    );
    const fuzzer = new Fuzzer(document, requests, { seed, known, now: world.clock.now });
    let user = await join();
    const failures: string[] = [];
    for (let count = 0; count < calls / 2 && failures.length < 20; count += 1) {
      // Time passes, so that no request is rate limited.
      world.clock.forward(secondsEach);
      const { method, path, headers, body } = fuzzer.next();
      const credentials = isAdmin
        ? { cookie: `tessera_session=${user.cookie}`, 'x-tessera-request': '1' }
        : withKey(client);
      const before = errors.length;
      try {
        const answer = await world.call(path, {
          method,
          headers: { ...headers, ...credentials },
          redirect: 'manual',
          ...(body !== null && { body }),
        });
        if (answer.status >= 500) throw new Error(answer.text);
        if (answer.status === 401 && isAdmin) user = await join();
        fuzzer.learn(answer.body);
      } catch (error) {
        const logged = errors.slice(before).join('\n').slice(0, 1_500);
        failures.push(
          `${method} ${path.slice(0, 500)}\n${body?.slice(0, 1_000)}\n${String(error).slice(0, 800)}\n${logged}`,
        );
      }
    }
    expect(failures, `repeat with FUZZ_SEED=${seed}`).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
  3_600_000,
);
