import { expect, it } from 'vitest';
import { SingleFlight, singleFlight } from './single-flight.ts';

function deferred() {
  let resolve: (value: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

it('shares one run among the callers of a key', async () => {
  const flights = new SingleFlight<string>();
  const work = deferred();
  let runs = 0;
  const run = () => {
    runs += 1;
    return work.promise;
  };
  const callers = [flights.run('a', run), flights.run('a', run), flights.run('b', run)];
  work.resolve('done');
  expect(await Promise.all(callers)).toEqual(['done', 'done', 'done']);
  expect(runs).toBe(2);
});

it('starts a new run after the last one has ended, failed or been invalidated', async () => {
  const flights = new SingleFlight<string>();
  expect(await flights.run('a', async () => 'first')).toBe('first');
  await expect(flights.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const forgotten = deferred();
  const old = flights.run('a', () => forgotten.promise);
  flights.abandon('a');
  expect(await flights.run('a', async () => 'new')).toBe('new');
  forgotten.resolve('old');
  expect(await old).toBe('old');
});

it('signals the work when its key has been invalidated', async () => {
  const flights = new SingleFlight<boolean>();
  const pause = deferred();
  const run = () =>
    flights.run('a', async (isAbandoned) => {
      await pause.promise;
      return isAbandoned();
    });
  const first = run();
  flights.abandonWhere((key) => key === 'a');
  const second = run();
  pause.resolve('');
  expect(await Promise.all([first, second])).toEqual([true, false]);
});

it('rejects when the work throws, for all callers', async () => {
  const run = singleFlight<string>(() => {
    throw new Error('at once');
  });
  await expect(Promise.all([run(), run()])).rejects.toThrow('at once');
});
