import { expect, test } from 'vitest'
import { ratio } from '../../../../test/effort.ts'
import { readXml } from './xml.ts'

test('parses elements, attributes and text', () => {
  const [root, child] = readXml(
    '<?xml version="1.0"?>\n<a:root x="1 &gt; 0"> hello <b y=\'"\'/>&amp; &#65;</a:root>\n',
  )
  expect(root).toMatchObject({ name: 'root', text: ' hello & A', parent: undefined })
  expect(root?.attributes.get('x')).toBe('1 > 0')
  expect(child?.name).toBe('b')
  expect(child?.parent).toBe(root)
  expect(child?.attributes.get('y')).toBe('"')
})

test.each([
  [''],
  ['   '],
  ['text'],
  ['<a>'],
  ['<a></b>'],
  ['</a>'],
  ['<a/><b/>'],
  ['<a/>text'],
  ['<a x=1/>'],
  ['<a x="1" x="2"/>'],
  ['<a x="<"/>'],
  ['<a><!-- c --></a>'],
  ['<a><![CDATA[x]]></a>'],
  ['<a><?x y?></a>'],
  ['<!DOCTYPE a><a/>'],
  ['<?xml version="1.0"?><?xml version="1.0"?><a/>'],
  ['<?xml version="1.0" encoding="utf-16"?><a/>'],
  ['<a>&who;</a>'],
  ['<a>& </a>'],
  ['<a>&#0;</a>'],
  ['<a>&#xD800;</a>'],
  ['<a>]]></a>'],
  ['<é/>'],
  [`${'<a>'.repeat(41)}${'</a>'.repeat(41)}`],
  [`<a>${'<b/>'.repeat(2_000)}</a>`],
])('the XML document %j is refused', (xml) => {
  expect(() => readXml(xml)).toThrow('The XML contains')
})

test.each([
  ['spaces', `<a ${' '.repeat(120_000)}x`],
  ['attributes', `<a ${'b="c" '.repeat(20_000)}`],
  ['opened tags', '<a '.repeat(40_000)],
  ['ampersands', `<a>${'&'.repeat(120_000)}</a>`],
])('a hostile document of %s takes about as long as an ordinary one of its size', async (_name, xml) => {
  const refused = () => expect(() => readXml(xml)).toThrow()
  expect(await ratio(refused, () => readXml(ordinary))).toBeLessThan(1_000)
})

const ordinary = `<a>${`<b>${'text '.repeat(200)}</b>`.repeat(100)}</a>`
