import { Fragment } from 'react'
import styles from './RoughText.module.css'
import { type Block, blocksOf, type Piece } from './rough.ts'

/** A rough preview of a text that was just sent. None of it is HTML: only the server makes that. @source NOTE-026 */
export function RoughBlocks({ text }: { readonly text: string }) {
  return (
    <div className={styles.rough} dir="auto">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
        <Shown key={index} block={block} />
      ))}
    </div>
  )
}

function Shown({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      return <pre>{block.text}</pre>
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
            <li key={index}>
              <Pieces pieces={item} />
            </li>
          ))}
        </ul>
      )
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'paragraph':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      )
    default:
      return block satisfies never
  }
}

function Lines({ lines }: { readonly lines: readonly (readonly Piece[])[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
    <Fragment key={index}>
      {index > 0 && <br />}
      <Pieces pieces={line} />
    </Fragment>
  ))
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, in: Tag }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
    Tag === undefined ? <Fragment key={index}>{text}</Fragment> : <Tag key={index}>{text}</Tag>,
  )
}
