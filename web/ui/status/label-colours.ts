interface LabelColours {
  readonly ground: string
  readonly ink: string
  /** The same label on a dark page: its hue, but no glare. */
  readonly darkGround: string
  readonly darkInk: string
  readonly darkLine: string
}

type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const ink: Rgb = [31, 30, 36]
const night: Rgb = [25, 27, 33]
/** WCAG 2.2 AA for text of this size. */
const readable = 4.5

/**
 * The colours of a label on light and dark pages, each pair readable.
 *
 * @param background  `#rgb` or `#rrggbb`; anything else counts as grey
 * @param text        taken on light pages if it can be read there, else the better of dark and white
 */
export function labelColours(background: string, text?: string | null): LabelColours {
  const ground = parse(background) ?? [128, 128, 136]
  const given = text ? parse(text) : null
  const best: Rgb =
    contrast(ground, white) >= contrast(ground, ink) ? white : contrast(ground, ink) >= readable ? ink : [0, 0, 0]
  const darkGround = mix(ground, night, 0.26)
  let darkInk: Rgb = ground
  for (let share = 0; contrast(darkInk, darkGround) < readable + 1 && share < 1; share += 0.06) {
    darkInk = mix(white, ground, share)
  }
  return {
    ground: hex(ground),
    ink: hex(given && contrast(ground, given) >= readable ? given : best),
    darkGround: hex(darkGround),
    darkInk: hex(darkInk),
    darkLine: hex(mix(ground, night, 0.55)),
  }
}

/** The ratio of WCAG 2.2 between two colours written as `#rrggbb`, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  return contrast(parse(one) ?? white, parse(other) ?? white)
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share))
  return [part(0), part(1), part(2)]
}

function parse(colour: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour)
  const long = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : colour
  if (!/^#[\da-f]{6}$/i.test(long)) return null
  const value = Number.parseInt(long.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hex(colour: Rgb): string {
  return `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`
}
