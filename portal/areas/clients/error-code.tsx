import { Anchor } from '@mantine/core';
import { servicePath } from '../../base-path.ts';

/** The code of a refusal, with a link to its remedy. */
export function ErrorCode({ code }: { readonly code: string }) {
  return (
    <Anchor size="sm" href={`${servicePath}/errors#${code}`} target="_blank" rel="noreferrer">
      {code}
    </Anchor>
  );
}
