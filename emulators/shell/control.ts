import { CommandError } from './read-json.ts';
import type { EmulatorResponse } from './response.ts';

export const controlPrefix = '/_emulator/';

/** A request under `/_emulator/`, from a person or a script that drives a demonstration or a test. */
export interface ControlRequest {
  readonly method: string;
  /** The path after `/_emulator/`. */
  readonly command: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Carries out one emulator's commands; undefined for a command that does not exist. */
export type Control = (
  request: ControlRequest,
) => EmulatorResponse | undefined | Promise<EmulatorResponse | undefined>;

export async function answerControl(request: ControlRequest, control: Control): Promise<EmulatorResponse> {
  try {
    return (await control(request)) ?? { status: 404, body: { error: 'no such command' } };
  } catch (error) {
    if (error instanceof CommandError) return { status: 400, body: { error: error.message } };
    throw error;
  }
}
