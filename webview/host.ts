import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelHost } from '../src/protocol/panel';

/** The extension that a page reports to. */
export const Host = createContext<PanelHost | undefined>(undefined);

export function useHost(): PanelHost {
  const host = useContext(Host);
  if (!host) throw new Error('a part of the page is shown outside it');
  return host;
}
