import { maxBufferedRequests, RequestSample, sampleRules } from '../../core/clients/request-log.ts';
import type { ClientRequest } from '../../storage/clients/requests.ts';

interface Samples {
  readonly succeeded: RequestSample;
  readonly failed: RequestSample;
}

export interface BufferedRequest extends ClientRequest {
  readonly apiClientId: string;
}

/** Buffers the requests of API clients for their log, which is stored outside the request. */
export class ClientRequests {
  readonly #isOn: boolean;
  readonly #samples = new Map<string, Samples>();
  #buffer: BufferedRequest[] = [];

  constructor({ requestLogDays }: { readonly requestLogDays: number }) {
    this.#isOn = requestLogDays > 0;
  }

  /**
   * How many requests this one stands for in the log; 0: it is not stored. Called for every request, so `add` has its own
   * call: most requests of a busy client end here.
   */
  take(apiClientId: string, status: number, now: Date): number {
    if (!this.#isOn) return 0;
    const samples = this.#samples.get(apiClientId) ?? this.#begin(apiClientId);
    const sample = status < 400 ? samples.succeeded : samples.failed;
    return sample.take(now.getTime(), this.#buffer.length < maxBufferedRequests);
  }

  add(request: BufferedRequest): void {
    this.#buffer.push(request);
  }

  /** Returns and clears the buffer. A client that was quiet for as long as its samples need begins anew. */
  drain(now: Date): readonly BufferedRequest[] {
    const at = now.getTime();
    for (const [apiClientId, { succeeded, failed }] of this.#samples) {
      if (succeeded.isFullAt(at) && failed.isFullAt(at)) this.#samples.delete(apiClientId);
    }
    const buffered = this.#buffer;
    this.#buffer = [];
    return buffered;
  }

  #begin(apiClientId: string): Samples {
    const samples = {
      succeeded: new RequestSample(sampleRules.succeeded),
      failed: new RequestSample(sampleRules.failed),
    };
    this.#samples.set(apiClientId, samples);
    return samples;
  }
}
