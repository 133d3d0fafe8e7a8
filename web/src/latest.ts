/** A function that remembers what it made last, for as long as it is asked about the very same things. */
export function latest<Asked extends readonly unknown[], Made>(make: (...asked: Asked) => Made): (...asked: Asked) => Made {
  let last: { asked: Asked; made: Made } | null = null;
  return (...asked) => {
    if (!last || asked.some((each, n) => each !== last!.asked[n])) last = { asked, made: make(...asked) };
    return last.made;
  };
}
