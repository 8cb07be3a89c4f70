import { visibleName } from '#contract/code/unwanted-characters.ts'
import { getConflictContent } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useHash } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { CodeEditor } from '../../edit/CodeEditor.tsx'
import { forBox, forFile } from '../../edit/line-ends.ts'
import { conflictAnchor } from '../page/merge-request-address.ts'
import styles from './ConflictFile.module.css'
import {
  type Choice,
  type ConflictedFile,
  type ConflictsData,
  conflictSections,
  hasMarkers,
  headsOf,
  progressOf,
  type Resolution,
  type Section,
} from './resolutions.ts'
import { branchOf, sentencesAbout, sideLabel } from './sentences.ts'

interface ConflictFileProps {
  readonly namespace: string
  readonly iid: number
  readonly conflicts: ConflictsData
  readonly file: ConflictedFile
  readonly resolution: Resolution | undefined
  /** Null: not resolved any more. */
  readonly onChoose: (resolution: Resolution | null) => void
}

/** A file in conflict, with the ways to resolve it. */
export function ConflictFile(props: ConflictFileProps) {
  const { conflicts, file, resolution, onChoose } = props
  const { all, resolved } = progressOf(conflicts, file, resolution)
  const anchor = conflictAnchor(file.newPath)
  const isAsked = useHash() === `#${anchor}`
  return (
    <div
      id={anchor}
      ref={isAsked ? bringUp : undefined}
      className={styles.file}
      style={{ '--digits': digitsOf(file) } as React.CSSProperties}
    >
      <Card
        flush
        title={
          <code className={styles.path}>
            <NameText name={file.newPath} />
          </code>
        }
        description={all === resolved ? 'Resolved' : `${counted(all - resolved, 'conflict')} left`}
        aside={
          <ButtonGroup label={`Resolution of ${visibleName(file.newPath)}`} joined={false}>
            {(['head', 'origin'] as const).map(side => (
              <Pick
                key={side}
                label={sideLabel(conflicts, file, side)}
                isChosen={resolution?.by === 'side' && resolution.choice === side}
                onPick={isChosen => onChoose(isChosen ? null : { by: 'side', choice: side })}
              />
            ))}
            {file.canEdit && (
              <Pick
                label="Edit manually"
                isChosen={resolution?.by === 'hand'}
                onPick={isChosen => onChoose(isChosen ? null : { by: 'hand', content: '', of: '' })}
              />
            )}
          </ButtonGroup>
        }
      >
        {resolution?.by !== 'hand' &&
          sentencesAbout(conflicts, file).map(sentence => (
            <p key={sentence} className={styles.reason}>
              {sentence}
            </p>
          ))}
        {resolution?.by === 'hand' ? (
          <ByHand {...props} resolution={resolution} />
        ) : (
          file.sections.map(section => <SectionRows key={section.id} {...props} section={section} />)
        )}
      </Card>
    </div>
  )
}

const bringUp = (element: HTMLElement | null) => element?.scrollIntoView()

interface PickProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onPick: (isChosen: boolean) => void
}

/** Pressed again, it takes the choice back. */
const Pick = ({ label, isChosen, onPick }: PickProps) => (
  <Button
    size="s"
    variant={isChosen ? 'primary' : 'secondary'}
    aria-pressed={isChosen}
    className={styles.pick}
    title={label}
    onClick={() => onPick(isChosen)}
  >
    {label}
  </Button>
)

interface SectionRowsProps extends ConflictFileProps {
  readonly section: Section
}

/** Digits of the longest number of a file. */
function digitsOf(file: ConflictedFile): number {
  const last = file.sections.flatMap(({ lines }) => lines.map(line => line.oldLine ?? line.newLine ?? 0))
  return String(last.reduce((most, each) => Math.max(most, each), 0)).length
}

function SectionRows({ conflicts, file, resolution, section, onChoose }: SectionRowsProps) {
  if (!section.conflict)
    return (
      <div data-scrolls className={styles.lines}>
        {section.lines.map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            key={index}
            line={line}
            {...(section.hiddenLines > 0 && index === section.lines.length / 2
              ? { before: `${counted(section.hiddenLines, 'line')} not shown` }
              : {})}
          />
        ))}
      </div>
    )
  const sections = conflictSections(file)
  const chosen =
    resolution?.by === 'section'
      ? resolution.sections[section.id]
      : resolution?.by === 'side'
        ? resolution.choice
        : undefined
  const choose = (choice: Choice, isChosen: boolean) => {
    // The choice of a side for the whole file becomes one for each conflict.
    const before: Readonly<Record<string, Choice>> =
      resolution?.by === 'section'
        ? resolution.sections
        : resolution?.by === 'side'
          ? Object.fromEntries(sections.map(each => [each.id, resolution.choice]))
          : {}
    const { [section.id]: _old, ...others } = before
    onChoose({ by: 'section', sections: isChosen ? others : { ...others, [section.id]: choice } })
  }
  return (
    <fieldset className={styles.conflict} data-resolved={chosen !== undefined || undefined}>
      <legend className={styles.legend}>
        Conflict {sections.indexOf(section) + 1} of {sections.length}
      </legend>
      {(['head', 'origin'] as const).map(side => (
        <div
          key={side}
          className={styles.side}
          data-side={side}
          data-out={(chosen !== undefined && chosen !== side && chosen !== 'both') || undefined}
        >
          <div className={styles.sideHead}>
            <span className={styles.branch}>
              {branchOf(conflicts, side)} <span className={styles.role}>{side === 'head' ? 'source' : 'target'}</span>
            </span>
            <Pick
              label={`Use ${branchOf(conflicts, side)}`}
              isChosen={chosen === side}
              onPick={isChosen => choose(side, isChosen)}
            />
            {side === 'origin' && (
              <Pick label="Use both" isChosen={chosen === 'both'} onPick={isChosen => choose('both', isChosen)} />
            )}
          </div>
          <div data-scrolls className={styles.lines}>
            {section.lines
              .filter(line => line.type === side)
              .map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
                <Line key={index} line={line} />
              ))}
            {!section.lines.some(line => line.type === side) && <p className={styles.none}>No lines</p>}
            {section.lacksNewline.includes(side) && <p className={styles.none}>No newline at end of file</p>}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

interface LineProps {
  readonly line: Section['lines'][number]
  /** Stands above it. */
  readonly before?: string
}

const Line = ({ line, before }: LineProps) => (
  <>
    {before !== undefined && <p className={styles.none}>{before}</p>}
    <div className={styles.line}>
      <span className={styles.number} data-number={line.oldLine ?? line.newLine ?? ''} />
      <code className={styles.text}>{line.text === '' ? ' ' : line.text}</code>
    </div>
  </>
)

interface ByHandProps extends ConflictFileProps {
  readonly resolution: Extract<Resolution, { by: 'hand' }>
}

function ByHand({ namespace, iid, conflicts, file, resolution, onChoose }: ByHandProps) {
  const heads = headsOf(conflicts)
  const { data, isError, refetch } = useReading(getConflictContent, { namespace, iid, newPath: file.newPath })
  const isFresh = resolution.of === ''
  // A resolution written by hand needs nothing from the server, which has no such file once the conflicts are resolved.
  const content = isFresh ? data?.content : resolution.content
  if (isError && isFresh) return <RetryBanner onRetry={() => void refetch()}>Could not load the file.</RetryBanner>
  if (content === undefined) return <Skeleton rows={4} />
  const original = data?.content ?? content
  return (
    <div className={styles.hand}>
      {!isFresh && resolution.of !== heads && (
        <Banner
          tone="warning"
          action={
            <>
              <Button size="s" onClick={() => onChoose({ ...resolution, of: heads })}>
                Keep my version
              </Button>
              <Button size="s" onClick={() => onChoose({ by: 'hand', content: '', of: '' })}>
                Start over
              </Button>
            </>
          }
        >
          The branches have changed since you edited this file.
        </Banner>
      )}
      <FormField
        label="Content"
        hint={
          hasMarkers(conflicts, file, content)
            ? 'Replace each part between <<<<<<< and >>>>>>> and remove the markers.'
            : undefined
        }
      >
        <CodeEditor
          path={file.newPath}
          value={forBox(content)}
          onValue={text =>
            onChoose({ by: 'hand', content: forFile(text, original), of: isFresh ? heads : resolution.of })
          }
          autoFocus
          startAt={Math.max(0, forBox(content).search(/^<{7} /m))}
        />
      </FormField>
    </div>
  )
}
