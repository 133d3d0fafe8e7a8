/** The part of milsymbol that is shipped, in a file of its own: the page opens while it is still being fetched. */

import { ms, numberlandunit } from "milsymbol-parts";

ms.addIcons(numberlandunit);

export { ms };
