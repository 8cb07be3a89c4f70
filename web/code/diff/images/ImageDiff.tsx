import { type CSSProperties, type ReactNode, useState } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { nameOf, rawHref } from '../../shared/addresses.ts'
import type { DiffSource } from '../diff-source.ts'
import { describeFileSize } from '../rows/size.ts'
import type { ImagePin } from '../rows/slots.ts'
import { frameAround, framePx, type Size, shownPercent } from './frame.ts'
import styles from './ImageDiff.module.css'
import { CommentLayer, Pins, PinThreads, useHiddenPins } from './ImagePins.tsx'
import type { ImagePoint } from './image-point.ts'
import { messages } from './messages.ts'
import { imageModes, useImageMode } from './mode.ts'
import { SwipeBar } from './SwipeBar.tsx'
import { useShownWidth } from './use-shown-width.ts'

interface ImageDiffProps {
  readonly source: DiffSource
  readonly file: DiffFile
  readonly pins: readonly ImagePin[]
  /** Null for users who may not. */
  readonly onComment: ((point: ImagePoint) => void) | null
}

/** The known facts of an image: none before it is loaded, unless its header told the size. */
type Loaded = Size | 'failed' | undefined

/** The images of a change: both of them in one of three ways, or the only one. */
export function ImageDiff({ source, file, pins, onComment }: ImageDiffProps) {
  const [chosen, setMode] = useImageMode()
  const [loaded, setLoaded] = useState<Readonly<Partial<Record<ImageSide, Loaded>>>>({})
  const [swipe, setSwipe] = useState(50)
  const [opacity, setOpacity] = useState(50)
  const [hidden, toggle] = useHiddenPins()
  const id = useId()
  const versions = versionsOf(source, file)
  const isPair = versions.length === 2
  const sizeOf = ({ side, expected }: Version): Loaded => loaded[side] ?? expected ?? undefined
  const [before, after] = versions.map(sizeOf)
  const frame = isPair && isSize(before) && isSize(after) ? frameAround(before, after) : null
  const mode = frame === null ? 'two-up' : chosen
  const name = nameOf(file.filePath)
  const shown = versions.at(-1)?.side
  const drawn = pins.filter(({ key }) => !hidden.has(key))
  return (
    <div className={styles.viewer}>
      {isPair && (
        <ButtonGroup label="Compare images">
          {imageModes.map(({ key, label }) => (
            <Button key={key} size="s" aria-pressed={chosen === key} onClick={() => setMode(key)}>
              {label}
            </Button>
          ))}
        </ButtonGroup>
      )}
      <div className={styles.frame} data-mode={mode} style={frame === null ? undefined : frameStyle(frame)}>
        {versions.map(version => {
          const { side } = version
          const size = sizeOf(version)
          return (
            <Picture
              key={side}
              version={version}
              size={size}
              isLoaded={loaded[side] !== undefined}
              style={mode === 'swipe' && frame !== null && isSize(size) ? clipped(side, swipe, frame, size) : undefined}
              opacity={mode === 'onion-skin' && side === 'new' ? opacity / 100 : undefined}
              isNamed={isPair}
              onLoaded={value => setLoaded(all => ({ ...all, [side]: value }))}
            >
              {side === shown && isSize(size) && loaded[side] !== undefined && (
                <>
                  {onComment !== null && <CommentLayer name={name} size={size} onComment={onComment} />}
                  <Pins id={id} pins={pins} size={size} hidden={hidden} onToggle={toggle} />
                </>
              )}
            </Picture>
          )
        })}
        {mode === 'swipe' && <SwipeBar percent={swipe} onPercent={setSwipe} />}
      </div>
      {mode === 'onion-skin' && (
        <label className={styles.opacity}>
          Before
          <input
            type="range"
            min={0}
            max={100}
            value={opacity}
            aria-label="Opacity of the new image"
            aria-valuetext={`${opacity}%`}
            onChange={event => setOpacity(event.target.valueAsNumber)}
          />
          After
        </label>
      )}
      {mode !== 'two-up' && (
        <div className={styles.captions}>
          {versions.map(version => (
            <p key={version.side} className={styles.caption}>
              <Caption version={version} size={sizeOf(version)} isNamed shownWidth={null} />
            </p>
          ))}
        </div>
      )}
      {drawn.length > 0 && <PinThreads id={id} all={pins} shown={drawn} />}
    </div>
  )
}

type ImageSide = 'old' | 'new'

/** One version of an image. */
interface Version {
  readonly side: ImageSide
  readonly label: 'Before' | 'After'
  readonly path: string
  readonly href: string
  readonly sizeBytes: number | null
  /** The size in the header of the file; null if unknown. */
  readonly expected: Size | null
}

/** Both versions; only one if the other does not exist, or is the same. */
function versionsOf(source: DiffSource, file: DiffFile): readonly Version[] {
  const { oldPath, newPath, oldSizeBytes, newSizeBytes, oldImageSize, newImageSize } = file
  const isSame = file.oldBlobId !== null && file.oldBlobId === file.blob?.id && !file.deletedFile
  const versions: Version[] = []
  if (source.fromId !== null && !file.newFile && !isSame) {
    const href = rawHref(source, source.fromId, oldPath)
    versions.push({
      side: 'old',
      label: 'Before',
      path: oldPath,
      href,
      sizeBytes: oldSizeBytes,
      expected: oldImageSize,
    })
  }
  if (!file.deletedFile) {
    const href = rawHref(source, source.toId, newPath)
    versions.push({ side: 'new', label: 'After', path: newPath, href, sizeBytes: newSizeBytes, expected: newImageSize })
  }
  return versions
}

const isSize = (loaded: Loaded): loaded is Size => typeof loaded === 'object'

interface PictureProps {
  readonly version: Version
  readonly size: Loaded
  readonly isLoaded: boolean
  readonly style: CSSProperties | undefined
  readonly opacity: number | undefined
  readonly isNamed: boolean
  readonly onLoaded: (loaded: Loaded) => void
  /** The overlay of the image. */
  readonly children: ReactNode
}

/** A drawing without a size. */
const defaultSize: Size = { width: 300, height: 150 }

function Picture({ version, size, isLoaded, style, opacity, isNamed, onLoaded, children }: PictureProps) {
  const { side, label, path, href } = version
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const shownWidth = useShownWidth(image)
  return (
    <figure className={styles.side}>
      {size === 'failed' ? (
        <p className={styles.failed}>
          {messages.failed} <TextLink href={`${href}?inline=false`}>Download</TextLink>
        </p>
      ) : (
        <div className={styles.picture} data-side={side} style={size && sizeStyle(size)}>
          <img
            ref={setImage}
            src={href}
            alt={isNamed ? `${nameOf(path)} ${label.toLowerCase()}` : nameOf(path)}
            loading="lazy"
            draggable={false}
            data-loading={isLoaded ? undefined : size === undefined ? 'unsized' : 'sized'}
            style={{ ...style, opacity }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              onLoaded(
                naturalWidth > 0 && naturalHeight > 0 ? { width: naturalWidth, height: naturalHeight } : defaultSize,
              )
            }
            onError={() => onLoaded('failed')}
          />
          {children}
        </div>
      )}
      <figcaption className={styles.caption}>
        <Caption version={version} size={size} isNamed={isNamed} shownWidth={shownWidth} />
      </figcaption>
    </figure>
  )
}

interface CaptionProps {
  readonly version: Version
  readonly size: Loaded
  readonly isNamed: boolean
  /** The width in pixels; null: not given. */
  readonly shownWidth: number | null
}

/** @source IMGDIFF-010 */
function Caption({ version: { label, sizeBytes }, size, isNamed, shownWidth }: CaptionProps) {
  const percent = isSize(size) && shownWidth !== null ? shownPercent(shownWidth, size.width) : 100
  const words = [
    isSize(size) ? `${size.width} × ${size.height} px` : null,
    sizeBytes === null ? null : describeFileSize(sizeBytes),
    percent === 100 ? null : messages.scale(percent),
  ]
  return (
    <>
      {isNamed && <span className={styles.name}>{label}</span>}
      {words.filter(word => word !== null).join(' · ')}
    </>
  )
}

const sizeStyle = ({ width, height }: Size) => ({ '--width': width, '--height': height }) as CSSProperties

const frameStyle = ({ width, height }: Size) =>
  ({ '--frame-width': width, '--frame-height': height, '--content-width': width - framePx }) as CSSProperties

/** The old image is visible left of the bar, the new one right of it. */
function clipped(side: ImageSide, percent: number, frame: Size, own: Size): CSSProperties {
  const at = Math.min(100, (percent * (frame.width - framePx)) / own.width)
  return { clipPath: side === 'old' ? `inset(0 ${100 - at}% 0 0)` : `inset(0 0 0 ${at}%)` }
}
