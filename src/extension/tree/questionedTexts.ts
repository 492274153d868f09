import { describeTriage, type Triage, type TriagedText, toTriaged, triageTexts } from '../../presentation/triage';
import type { Decisions } from '../case/decisions';
import type { CaseEntry } from '../case/windowCase';
import { Changing } from '../changing';
import type { CaseState } from '../review/caseState';
import type { WindowParts } from '../parts';

const memoryKey = 'idiograph.triage';

/** The list of questioned texts in the side bar, with the order and the filters that the workspace stores. */
export class QuestionedTexts extends Changing {
  constructor(
    private readonly deps: Pick<WindowParts, 'memory' | 'cases'> &
      Readonly<{ caseState: CaseState; decisions: Decisions }>,
  ) {
    super();
  }

  get chosen(): Triage {
    return { order: 'title', filters: [], ...this.deps.memory.get<Partial<Triage>>(memoryKey) };
  }

  async choose(triage: Triage): Promise<void> {
    await this.deps.memory.update(memoryKey, triage);
    this.changed.fire();
  }

  async listTexts(): Promise<readonly (TriagedText & { readonly entry: CaseEntry })[]> {
    const { cases, caseState, decisions } = this.deps;
    return (await cases.questioned()).map((entry) => {
      const decided = decisions.on(entry.uri).made?.length ?? 0;
      return { ...toTriaged(caseState.find(entry.uri)?.result, decided), entry };
    });
  }

  /** Describes the order and the filters. */
  async describe(): Promise<string> {
    const texts = await this.listTexts();
    return describeTriage(this.chosen, triageTexts(texts, this.chosen).length, texts.length);
  }

  /** The texts that pass the filters, in order. */
  async listShown(): Promise<readonly CaseEntry[]> {
    return triageTexts(await this.listTexts(), this.chosen).map(({ entry }) => entry);
  }
}
