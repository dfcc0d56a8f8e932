import { createRoot } from 'react-dom/client';
import { type BrowserEntitlement, Can, TesseraProvider, useEntitlement, useLimit } from '../../src/react.tsx';

function Status() {
  const { entitlement, error, refresh } = useEntitlement();
  const pipelines = useLimit('pipelines');
  return (
    <button type="button" onClick={refresh}>
      {[entitlement?.edition?.slug ?? 'unknown', pipelines ?? 'no limit', error?.message ?? 'no error'].join(
        ', ',
      )}
    </button>
  );
}

const initial = JSON.parse(document.body.dataset.initial ?? 'null') as BrowserEntitlement | null;

createRoot(document.getElementById('root') as HTMLElement).render(
  <TesseraProvider url="/entitlement" {...(initial && { initial })}>
    <Status />
    <Can capability="scheduling" fallback={<p>Upgrade</p>}>
      <p>Schedule</p>
    </Can>
  </TesseraProvider>,
);
