// Loaded into a process before everything else: its clock is wrong by so much.
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skew)
    else super(...args)
  }
  static now() {
    return RealDate.now() + skew
  }
}
