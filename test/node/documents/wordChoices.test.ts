import { expect, it } from 'vitest';
import { read } from './documentFiles';
import { wordFile, wordParagraph } from './officeFiles';

it('of the ways to show a thing, the first that Word knows is read, or what there is for all programs', async () => {
  const choose = (namespace: string, needed: string): string =>
    `<mc:AlternateContent xmlns:n="${namespace}"><mc:Choice Requires="${needed}"><w:t>As it is.</w:t></mc:Choice><mc:Fallback><w:t>Instead.</w:t></mc:Fallback></mc:AlternateContent>`;
  const shown = async (namespace: string, needed: string): Promise<string> =>
    (await read('word.docx', wordFile(wordParagraph(`<w:r>${choose(namespace, needed)}</w:r>`)))).text;
  expect(await shown('http://schemas.microsoft.com/office/word/2016/wordml', 'n wps')).toBe('As it is.');
  expect(await shown('urn:merrow:shapes', 'n')).toBe('Instead.');
  expect(await shown('urn:merrow:shapes', 'wps n')).toBe('Instead.');
});
