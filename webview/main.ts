import { panelHostMethods, panelMethods, type Panel, type PanelHost, type ReviewView } from '../src/protocol/panel';
import { callsOver, serve, type MessagePortLike } from '../src/protocol/rpc';
import { isAnother } from './anotherDocument';
import { registerControls } from './controls';
import { Page } from './page';
import type { PassageOrder } from './views/passageList';
import { restoreScroll, saveScroll, startAtTop } from './scrollPlace';

/** What outlives hiding and reloading: the document's URI, the scroll place and the order of passages, never text. */
interface PageState {
  readonly document?: string;
  readonly scroll?: number;
  readonly order?: PassageOrder;
}

registerControls();
const api = acquireVsCodeApi<PageState>();
const port: MessagePortLike = {
  post: (message) => api.postMessage(message),
  onMessage: (listener) => addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
};
const root = document.getElementById('panel');
if (root) {
  const host = callsOver<PanelHost>(port, panelHostMethods);
  const page = new Page(root, host, {
    get order() {
      return api.getState()?.order ?? 'strength';
    },
    set order(order) {
      api.setState({ ...api.getState(), order });
    },
  });
  const panel: Panel = {
    show: async (view: ReviewView) => {
      const { document: before, scroll } = api.getState() ?? {};
      await page.show(view);
      if (isAnother(view.document, before)) startAtTop();
      else restoreScroll(scroll);
      api.setState({ ...api.getState(), ...(view.document !== undefined && { document: view.document }) });
    },
  };
  serve(port, panelMethods, panel);
  saveScroll((scroll) => api.setState({ ...api.getState(), scroll }));
  void host.ready();
}
