import './loom-bones.css'

const ROWS = Array.from({ length: 14 }, (_, at) => `row ${at}`)
const THREADS = ['a', 'b', 'c', 'd', 'e']

/** Shows the shape of the loom while it is loaded. */
export function LoomBones({ label }: { label: string }) {
  return (
    <div className="loom-bones" role="status" aria-label={label}>
      {ROWS.map((row, at) => (
        <div key={row} className="loom-bones-row" aria-hidden="true">
          <i style={{ width: 150 + (at % 3) * 24 }} />
          {THREADS.map((thread) => (
            <i key={thread} className="loom-bones-knot" />
          ))}
          <i className="loom-bones-strip" />
        </div>
      ))}
    </div>
  )
}
