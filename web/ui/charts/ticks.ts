/** Round numbers from 0 up to the highest value or a little above: three to five of them. */
export function ticksUpTo(highest: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1) / 2))
  const step = Math.max(1, [1, 2, 5, 10].map(each => each * power).find(each => highest / each <= 4) ?? 1)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, place) => place * step)
}
