import type { FirstStep } from './first-run.ts'

const threads = [70, 140, 210]
const wefts = [36, 60, 84]
/** The knots of the last picture: full at the first thread, and one crossing without a link. */
const knots = wefts.flatMap((y) => threads.flatMap((x, at) => (at === 1 && y === 60 ? [] : [{ x, y, first: at === 0 }])))

/** Draws a step: threads alone, threads with dashed wefts, and wefts with knots. */
export function StepPicture({ step }: { step: FirstStep }) {
  const shown = step === 0 ? threads.slice(0, 2) : threads
  return (
    <svg className="dashboard-step-picture" viewBox="0 0 280 104" fill="none" aria-hidden="true">
      {shown.map((x) => (
        <path key={x} className="dashboard-thread" d={`M${x} 8v88`} />
      ))}
      {step === 0
        ? shown.map((x) => <rect key={x} className="dashboard-hub" x={x - 8} y="4" width="16" height="12" rx="3" />)
        : wefts.map((y) => <path key={y} className={`dashboard-weft ${step === 1 ? 'dashboard-weft-open' : ''}`} d={`M16 ${y}h248`} />)}
      {step === 2 &&
        knots.map(({ x, y, first }) => (
          <circle key={`${x} ${y}`} className={first ? 'dashboard-knot' : 'dashboard-knot dashboard-knot-standby'} cx={x} cy={y} r="6" />
        ))}
    </svg>
  )
}
