// Our own rules for the linter: the words that docs/glossary.md retires are in no name, no comment and no title of a test; one file
// compares places, and one writes the sign of a ratio.
import fs from 'node:fs';
import path from 'node:path';

/** The retired words by the row of the glossary that they are in. */
function readRetired() {
  const page = fs.readFileSync(path.join(import.meta.dirname, '..', 'docs', 'glossary.md'), 'utf8');
  const rows = page.slice(page.indexOf('## Retired words')).matchAll(/^\| ([a-z ]+) \| (`.*) \|$/gm);
  return Object.fromEntries(
    Array.from(rows, ([, where, words]) => [where, Array.from(words.matchAll(/`([^`]+)`/g), ([, word]) => word)]),
  );
}

const retired = readRetired();
const words = retired.names.map(splitName);
const participles = new Set(retired.functions);
const prose = new RegExp(`\\b(${retired.prose.join('|')})\\b`, 'i');
const beginning = new RegExp(`^(?:\\*\\s*\\*?)? ?(${retired.beginnings.join('|')})\\b`);

/** The words of a name, as "read marker rates". */
function splitName(name) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

const names = {
  create(context) {
    const check = (id, isFunction) => {
      if (!id?.name) return;
      const word = words.find((each) => ` ${splitName(id.name)} `.includes(` ${each} `));
      if (word !== undefined)
        context.report({ node: id, message: `"${word}" is a retired word: see docs/glossary.md.` });
      if (isFunction && participles.has(id.name))
        context.report({ node: id, message: `"${id.name}" does not begin with a verb: see docs/glossary.md.` });
    };
    return {
      FunctionDeclaration: ({ id }) => check(id, true),
      'MethodDefinition[kind="method"]': ({ key }) => check(key, true),
      'VariableDeclarator[init.type="ArrowFunctionExpression"]': ({ id }) => check(id, true),
      'ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration': ({ id }) => check(id, false),
    };
  },
};

const comments = {
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const [, word] = prose.exec(value.replace(/\s*\n\s*\*?\s*/g, ' ')) ?? beginning.exec(value) ?? [];
        if (word !== undefined) context.report({ loc, message: `"${word}" is retired here: see docs/glossary.md.` });
      }
    },
  }),
};

/** Whether something called is `describe` or `it`, or what these return. */
function isOfTest({ type, name, callee, object }) {
  if (type === 'Identifier') return ['describe', 'it', 'test', 'suite'].includes(name);
  return ['CallExpression', 'MemberExpression'].includes(type) && isOfTest(callee ?? object);
}

const titles = {
  create: (context) => ({
    CallExpression({ callee, arguments: [title] }) {
      if (!['Literal', 'TemplateLiteral'].includes(title?.type) || !isOfTest(callee)) return;
      const [, word] = prose.exec(context.sourceCode.getText(title)) ?? [];
      if (word !== undefined)
        context.report({ node: title, message: `"${word}" is a retired word: see docs/glossary.md.` });
    },
  }),
};

/** Reports each node that one of the selectors finds. */
const refuse = (messages) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
});

/** One place has many paths: only places.ts compares them, and names one from another. */
const places = refuse(
  Object.fromEntries(
    [
      ["CallExpression[callee.object.name='path'][callee.property.name='relative']", 'nameFrom'],
      ['CallExpression[callee.property.name=/^realpath/]', 'resolveTrueName'],
      ['MemberExpression[property.name=/^realpath/]', 'resolveTrueName'],
      ["BinaryExpression[operator=/^[!=]==$/] > MemberExpression[property.name='fsPath']", 'isSamePlace'],
      [
        "BinaryExpression[operator=/^[!=]==$/] > CallExpression[callee.object.name='path'][callee.property.name=/^(resolve|dirname|join|normalize)$/]",
        'isSamePlace',
      ],
      ["CallExpression[callee.property.name='startsWith'] MemberExpression[property.name='sep']", 'isWithin'],
    ].map(([selector, instead]) => [selector, `Use ${instead} of src/node/places.ts.`]),
  ),
);

/** A ratio has one notation: only words/ratio.ts writes its sign. */
const ratioSigns = refuse({
  'Literal[value=/[×÷]/], TemplateElement[value.raw=/[×÷]/], JSXText[value=/[×÷]/]':
    'Use formatRatio of src/presentation/words/ratio.ts.',
});

export default {
  meta: { name: 'own' },
  rules: { names, comments, titles, places, 'ratio-signs': ratioSigns },
};
