import { Can, TesseraProvider, useLimit } from '@tessera/client/react';
import { createRoot } from 'react-dom/client';

function Pipelines() {
  const limit = useLimit('pipelines');
  return <p>{limit === undefined ? 'No pipelines' : `Up to ${limit} pipelines`}</p>;
}

createRoot(document.getElementById('root')).render(
  <TesseraProvider url={`/entitlement${location.search}`}>
    <h1>Aqueduct</h1>
    <Pipelines />
    <Can capability="private-links" fallback={<p>Private links are in the Standard plan.</p>}>
      <button type="button">New private link</button>
    </Can>
  </TesseraProvider>,
);
