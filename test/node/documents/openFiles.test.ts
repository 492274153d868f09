import { describe, expect, it } from 'vitest';
import { read, refusal } from './documentFiles';
import { openFile, openXml } from './officeFiles';

async function leftOut(...parts: Parameters<typeof openFile>): Promise<Readonly<Record<string, string>>> {
  const { text, reading } = await read('open.odt', openFile(...parts));
  return {
    text,
    ...Object.fromEntries(
      reading!.parts.map(({ kind, places = [] }) => [kind, places.map((each) => each.text).join(' | ')]),
    ),
  };
}

const p = (content: string, style = ''): string => `<text:p text:style-name="${style}">${content}</text:p>`;
const style = (name: string, family: string, parent: string, display: string): string =>
  `<style:style style:name="${name}" style:family="${family}" style:parent-style-name="${parent}"><style:text-properties ${display && `text:display="${display}"`}/></style:style>`;

describe('what nobody sees in an OpenDocument text', () => {
  const named =
    style('Unseen', 'paragraph', '', 'none') + style('Span', 'text', '', 'none') + style('Round', 'text', 'Round', '');
  const automatic =
    style('P1', 'paragraph', 'Unseen', '') +
    style('P2', 'paragraph', 'P1', 'true') +
    style('T1', 'text', 'Span', '') +
    style('T2', 'text', '', 'true') +
    '<style:style style:name="Tiny" style:family="paragraph"><style:text-properties fo:font-size="1pt"/></style:style>';
  it.each([
    ['its style', p('Unseen.', 'Unseen')],
    ['an ancestor of its style', p('Unseen.', 'P1')],
    ['the style of its span', p('<text:span text:style-name="T1">Unseen.</text:span>')],
    ['a span around its span', p('<text:span text:style-name="T1"><text:span>Unseen.</text:span></text:span>')],
    ['its section', `<text:section text:display="none">${p('Unseen.')}</text:section>`],
    [
      'a section under a condition',
      `<text:section text:display="condition" text:is-hidden="true">${p('Unseen.', 'P2')}</text:section>`,
    ],
    ['a field of its paragraph', p('Unseen.<text:hidden-paragraph text:is-hidden="true"/>')],
    ['a field in a span', p('Un<text:span><text:hidden-paragraph text:is-hidden="true"/></text:span>seen.')],
    ['a tiny size of its style', p('Unseen.', 'Tiny')],
    [
      'its row',
      `<table:table><table:table-row table:visibility="collapse"><table:table-cell>${p('Unseen.')}</table:table-cell></table:table-row></table:table>`,
    ],
    ['a field of its own', p('<text:hidden-text text:is-hidden="true" text:string-value="Unseen."/>')],
  ])('is left out where %s hides it', async (_by, hidden) => {
    const { text, hidden: words } = await leftOut(p('Before.') + hidden + p('After.'), automatic, named);
    expect({ text, words: words?.replace(' | ', '') }).toEqual({ text: 'Before.\n\nAfter.', words: 'Unseen.' });
  });

  it.each([
    ['white', 'fo:color="#ffffff"', 'fo:color="#000000"'],
    ['white', 'fo:color="#ffffff"', 'fo:background-color="#ff0000"'],
    ['tiny', 'fo:font-size="1pt"', 'fo:font-size="12pt"'],
  ])('is read where a span of a %s paragraph is seen', async (_how, unseen, seen) => {
    const styles = [unseen, seen].map((each, i) => {
      const name = `style:name="S${i}" style:family="${i === 0 ? 'paragraph' : 'text'}"`;
      return `<style:style ${name}><style:text-properties ${each}/></style:style>`;
    });
    const { text, hidden } = await leftOut(
      p('Un<text:span text:style-name="S1">seen.</text:span>', 'S0'),
      styles.join(''),
    );
    expect({ text, hidden }).toEqual({ text: 'seen.', hidden: 'Un' });
  });

  it('is read where a text box in a white paragraph is seen', async () => {
    const white =
      '<style:style style:name="S0" style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:style>';
    const box = `<draw:frame><draw:text-box>${p('Seen.')}</draw:text-box></draw:frame>`;
    const { text, hidden } = await leftOut(p(`Unseen.${box}`, 'S0'), white);
    expect({ text, hidden }).toEqual({ text: 'Seen.', hidden: 'Unseen.' });
  });

  it.each([
    ['a style takes it back', p('Seen.', 'P2')],
    ['a span takes it back', p('<text:span text:style-name="T2">Seen.</text:span>', 'P1')],
    [
      'a condition does not hold',
      `<text:section text:display="condition" text:is-hidden="false">${p('Seen.')}</text:section>`,
    ],
    ['a style goes round', p('<text:span text:style-name="Round">Seen.</text:span>')],
    ['a style of another family has its name', p('Seen.', 'T1')],
  ])('is kept where %s', async (_by, shown) => {
    expect(await leftOut(shown, automatic, named)).toEqual({ text: 'Seen.' });
  });
});

describe('an OpenDocument text', () => {
  it.each([
    'table-of-content',
    'alphabetical-index',
    'bibliography',
    'illustration-index',
    'table-index',
    'object-index',
    'user-index',
  ])('has no %s in its text', async (index) => {
    const made = `<text:${index}><text:index-body><text:index-title>${p('List')}</text:index-title>${p('oats, 3')}</text:index-body></text:${index}>`;
    expect(await leftOut(p('Seen.') + made)).toEqual({ text: 'Seen.', contents: 'List oats, 3' });
  });

  it('has what was typed into the fields of a form, each where its field is', async () => {
    const form =
      '<form:form xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"><form:textarea xml:id="c" form:current-value="An answer."/><form:textarea xml:id="d"/></form:form>';
    const fields = ['c', 'd'].map((id) => p(`<draw:control draw:control="${id}"/>`)).join('');
    const { text } = await leftOut(`<office:forms>${form}</office:forms>${p('Before.')}${fields}${p('After.')}`);
    expect(text).toBe('Before.\n\nAn answer.\n\nAfter.');
  });

  it('has no words of a program', async () => {
    expect(await leftOut(p('Seen.<text:script>var a = 1;</text:script>'))).toEqual({ text: 'Seen.' });
  });

  it('in one file has the encoding that it declares', async () => {
    const flat = `<?xml version="1.0" encoding="ISO-8859-1"?>${openXml(p('Café.'), '', 'document')}`;
    expect((await read('flat.fodt', Buffer.from(flat, 'latin1'))).text).toBe('Café.');
  });

  it('has deletions in their places, and placeholders and formulas beside it', async () => {
    const deletion = `<text:tracked-changes><text:changed-region text:id="c"><text:deletion>${p('not ')}</text:deletion></text:changed-region></text:tracked-changes>`;
    const { text, reading } = await read(
      'open.odt',
      openFile(
        `${deletion}${p('I will <text:change text:change-id="c"/>go.<text:placeholder>Name</text:placeholder>')}`,
      ),
    );
    expect(text).toBe('I will go.');
    expect(reading!.parts).toEqual([
      { kind: 'deletions', words: 1, places: [{ at: 7, text: 'not' }] },
      { kind: 'template', words: 1, places: [{ at: 10, text: 'Name' }] },
    ]);
  });

  it('keeps lists, and long cells of tables', async () => {
    const cell = (text: string): string => `<table:table-cell>${p(text)}</table:table-cell>`;
    const long = 'One two three four five six seven eight nine ten.';
    const body = `<text:list><text:list-item>${p('First.')}<text:list><text:list-item>${p('Within.')}</text:list-item></text:list></text:list-item></text:list><table:table><table:table-row>${cell(long)}${cell('Rent')}</table:table-row></table:table>`;
    expect(await leftOut(body)).toEqual({ text: `First.\n\nWithin.\n\n${long}`, cells: 'Rent' });
  });

  it('has as many blanks as it says, whatever number that is', async () => {
    const blanks = (count: string): string => p(`A<text:s text:c="${count}"/>B`);
    for (const count of ['-5', '0', 'x', '1e99', ''])
      expect((await leftOut(blanks(count)))['text']).toMatch(/^A {1,1000}B$/);
    expect((await leftOut(blanks('3')))['text']).toBe('A   B');
  });

  it('is read by any prefix, and from one flat file without its settings', async () => {
    const flat = openXml(p('The words.'), '<office:binary-data>aGVsbG8=</office:binary-data>', 'document');
    expect((await read('flat.fodt', flat)).text).toBe('The words.');
    expect(
      (
        await read(
          'flat.fodt',
          flat
            .replaceAll('text:', 'q:')
            .replaceAll('xmlns:q:', 'xmlns:')
            .replaceAll('opendocument:xmlns:q:', 'opendocument:xmlns:text:')
            .replace('xmlns:text=', 'xmlns:q=')
            .replaceAll('office:q', 'office:text'),
        )
      ).text,
    ).toBe('The words.');
    expect((await refusal('cut.fodt', flat.slice(0, -40))).message).toContain('damaged or cut off');
    expect((await refusal('sheet.fodt', flat.replaceAll('office:text', 'office:spreadsheet'))).message).toContain(
      'not an OpenDocument text',
    );
  });
});
