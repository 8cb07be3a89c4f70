import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { repository } from './command.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** The pages, and those parts of the contract whose words they show. */
const places = [
  'web/**/*.{ts,tsx}',
  'contract/**/{page-title,page-titles,issuable-kinds,ref-kinds,plain-attributes,password-links}.ts',
] as const
const unreadFiles = ['**/*.test.{ts,tsx}', '**/*.gen.ts', 'web/shell/gallery/**', 'web/code/highlight/**'] as const

/** Fields of syntax whose strings nobody reads: types, module names, comparisons, names of classes. */
const unreadTypes = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ThrowStatement',
  'TaggedTemplateExpression',
  'SwitchCase.test',
  'MemberExpression.property',
  'Property.key',
])
const unreadAttributes =
  /^(?:className|id|key|to|href|src|name|type|role|variant|size|kind|rel|target|d|viewBox|fill|stroke.*|data-.*|aria-(?:live|current|haspopup|controls|labelledby|describedby|autocomplete|relevant|sort|atomic))$/

/**
 * List the sentences that people read on the pages: texts, labels, hints and messages in the source.
 *
 * @returns by file, in the order of the source; a part that is filled in is in braces
 */
export function listSentences(): ReadonlyMap<string, readonly string[]> {
  const files = globSync([...places], { cwd: repository, exclude: [...unreadFiles] }).sort()
  const listed = new Map<string, readonly string[]>()
  for (const file of files) {
    const found = sentencesOf(file, readFileSync(join(repository, file), 'utf8'))
    if (found.length > 0) listed.set(file, found)
  }
  return listed
}

function sentencesOf(file: string, code: string): readonly string[] {
  const found = new Set<string>()
  const add = (text: string): void => {
    const sentence = text.replace(/\s+/g, ' ').trim()
    if (isRead(sentence)) found.add(sentence)
  }
  visit(parseSync(file, code).program as unknown as Node)
  return [...found]

  function visit(node: Node): void {
    if (unreadTypes.has(node.type) || (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)))
      return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node['children'] as readonly Node[]
      if (children.some(child => child.type === 'JSXText' && /\p{L}/u.test(String(child['value'])))) add(flat(node))
    }
    if (node.type === 'JSXAttribute' && unreadAttributes.test(String((node['name'] as Node)['name']))) return
    if (node.type === 'BinaryExpression' && /^[=!]==?$/.test(String(node['operator']))) return
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'])
    if (node.type === 'TemplateLiteral') add(flat(node))
    for (const [field, value] of Object.entries(node)) {
      if (unreadTypes.has(`${node.type}.${field}`) && node['computed'] !== true) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }

  function flat(node: Node): string {
    switch (node.type) {
      case 'JSXText':
        return String(node['value']).replace(/\s*\n\s*/g, ' ')
      case 'Literal':
        return String(node['value'])
      case 'JSXExpressionContainer':
        return flat(node['expression'] as Node)
      case 'JSXElement':
      case 'JSXFragment':
        return (node['children'] as readonly Node[]).map(flat).join('')
      case 'TemplateLiteral': {
        const parts = node['expressions'] as readonly Node[]
        const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
        return quasis.map((each, at) => each.value.cooked + (parts[at] === undefined ? '' : flat(parts[at]))).join('')
      }
      case 'JSXEmptyExpression':
        return ''
      case 'Identifier':
        return `{${String(node['name'])}}`
      case 'MemberExpression':
        return `{${code.slice(node.start, node.end)}}`
      default:
        return '{…}'
    }
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function isRead(text: string): boolean {
  const words = text.replace(/\{[^}]*\}/g, '').trim()
  if (!/\p{L}{2}/u.test(words) || /^\p{Lu}+$/u.test(words) || /^(?:Mod|Meta|Shift|Arrow)/.test(words)) return false
  return (
    /^\p{Lu}/u.test(words) || /\p{L} \p{L}/u.test(words) || (/\s/.test(text) && /^[\p{L} ,.;:’'“”…]+$/u.test(words))
  )
}
