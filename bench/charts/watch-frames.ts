declare global {
  interface Window {
    watchFrames: (milliseconds: number) => Promise<{ frames: number[] }>
  }
}

/** The lengths of the frames of a time, in ms. */
window.watchFrames = (milliseconds) =>
  new Promise((done) => {
    const frames: number[] = []
    const begun = performance.now()
    let last = begun
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      if (now - begun < milliseconds) requestAnimationFrame(frame)
      else done({ frames })
    }
    requestAnimationFrame(frame)
  })

export {}
