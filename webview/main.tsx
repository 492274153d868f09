import * as l10n from '@vscode/l10n';
import type { ReviewView } from '../src/presentation/reviewView';
import type { Panel, PanelHost } from '../src/protocol/panel';
import { Caller, createCalls, type MessagePortLike, serve } from '../src/protocol/rpc';
import { ScrollPlace } from './context';
import { registerControls } from './controls';
import { openPage } from './page';

/** What survives hiding and reloading: the document's URI and the scroll place, never text. */
interface PageState {
  readonly document?: string;
  readonly scroll?: number;
}

registerControls();
const api = acquireVsCodeApi<PageState>();
const remember = (part: PageState): void => {
  api.setState({ ...api.getState(), ...part });
};
const port: MessagePortLike = {
  post: (message) => api.postMessage(message),
  onMessage: (listener) => addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
};
const root = document.getElementById('panel');
if (root) {
  const { sentences } = root.dataset;
  if (sentences !== undefined) l10n.config({ contents: sentences });
  const host = createCalls<PanelHost>(new Caller(port).call);
  const page = openPage(root, host);
  const place = new ScrollPlace((scroll) => remember({ scroll }));
  serve<Panel<ReviewView>>(port, ['show'], {
    show: async (view) => {
      const { document: before, scroll } = api.getState() ?? {};
      await page.show(view);
      place.restoreAfter(view.document, before, scroll);
      if (view.document !== undefined) remember({ document: view.document });
    },
  });
  void host.ready();
}
