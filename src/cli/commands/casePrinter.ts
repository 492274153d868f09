import type { ReviewedText } from '../caseResults';
import path from 'node:path';
import { exitCode, type IdiographError } from '../../core/errors';
import type { CaseStep } from '../../node/casework/caseRun';
import { TimeLeft, timeLeftWords } from '../../presentation/progress';
import type { IndexReport } from '../../protocol/engine';
import type { Session } from '../session';
import { counted } from '../terminal/io';
import { reviewLines } from './attribute';
import { repeatedLines } from './indexAdd';

type Step = CaseStep<string, ReviewedText>;
type StepOf<Kind> = Extract<Step, { readonly kind: Kind }>;

/** Prints a run of a case as it goes: in lines for people, or as one line of JSON for the index and one for each text. */
export class CasePrinter {
  private readonly said = new Set<string>();
  private readonly left = new TimeLeft();
  private readonly failed: { readonly file: string; readonly problem: IdiographError }[] = [];
  private isWithheld = false;

  constructor(private readonly session: Session) {}

  async print(step: Step): Promise<void> {
    if (step.kind === 'indexed') this.indexed(step);
    else if (step.kind === 'reviewing') this.reviewing(step);
    else if (step.kind === 'reviewed') await this.reviewed(step);
    else if (step.kind === 'failed') this.notReviewed(step);
  }

  /** Says what was not reviewed, and what is left to do. Returns the exit status: that of the first problem. */
  end(): number {
    const { io } = this.session;
    const { folder } = this.session.requireCase();
    const [first] = this.failed;
    if (this.isWithheld) io.stderr(`For likelihood ratios: idiograph validate --case ${folder} --lock`);
    if (first) io.stderr(`Not reviewed: ${this.failed.map(({ file }) => file).join(', ')}.`);
    return first ? exitCode(first.problem) : 0;
  }

  private indexed({ report, total }: StepOf<'indexed'>): void {
    const { io, json, index } = this.session;
    if (json) this.session.printJson('idiograph.case-review/1', { index: report, texts: total });
    else io.stdout(...indexLines(report, index));
    const { folder } = this.session.requireCase();
    if (total === 0 && !json) io.stdout(`There is nothing in ${path.join(folder, 'questioned')} to review.`);
  }

  private reviewing({ place, total, text }: StepOf<'reviewing'>): void {
    const still = this.left.at((place - 1) / total, Date.now());
    const time = still === undefined ? '' : `, ${timeLeftWords(still)}`;
    this.session.io.progress(`reviewing ${place} of ${total}${time}: ${path.basename(text)}`, place === total);
  }

  private async reviewed({ text, review: { questioned, evidence } }: StepOf<'reviewed'>): Promise<void> {
    const { caveats } = evidence;
    this.isWithheld ||= caveats.includes('notValidated') || caveats.includes('lockBroken');
    if (this.session.json) this.printText({ file: path.basename(text), evidence });
    else this.printBelow(...(await reviewLines(this.session, questioned, evidence, this.said)));
  }

  private notReviewed({ text, problem }: StepOf<'failed'>): void {
    const file = path.basename(text);
    this.failed.push({ file, problem });
    const { code, message } = problem;
    if (this.session.json) this.printText({ file, code, message });
    else this.printBelow(`${file}: ${message}`);
  }

  private printText(of: object): void {
    this.session.io.stdout(JSON.stringify({ format: 'idiograph.case-text/1', ...of }));
  }

  private printBelow(...lines: readonly string[]): void {
    this.session.io.stdout('', '─'.repeat(72), ...lines);
  }
}

/** What came of bringing an index up to date. */
export function indexLines(report: IndexReport, index: string): readonly string[] {
  const { added, documents, problems } = report;
  return [
    `Reference index: ${counted(documents, 'document')} (${added} new) in ${index}`,
    ...repeatedLines(report),
    ...problems.map(({ file, message }) => `  passed over ${path.basename(file)}: ${message}`),
  ];
}
