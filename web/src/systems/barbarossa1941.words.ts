/** The words of Barbarossa 1941 on the table, as the book has them. */

import type { Lang } from "../model";

type Both = Readonly<Record<Lang, string>>;

/** Orders in the sequence of the twelve steps, then what is placed, bought and answered. */
export const KINDS: Readonly<Record<string, Both>> = {
  defend: { de: "Verteidigen", en: "Defend" },
  "suppressive-fire": { de: "Unterdrückungsfeuer", en: "Suppressive fire" },
  "open-fire": { de: "Feuer eröffnen", en: "Open fire" },
  bombard: { de: "Einen Ort beschießen", en: "Bombard hex" },
  smoke: { de: "Rauchgranaten", en: "Smoke shells" },
  "air-strike": { de: "Luftschlag", en: "Air strike" },
  intercept: { de: "Abfangen", en: "Intercept" },
  "recon-flight": { de: "Aufklärung", en: "Reconnaissance" },
  "air-landing": { de: "Luftlandung", en: "Air landing" },
  patrol: { de: "Luftüberwachung", en: "Patrol" },
  "supply-drop": { de: "Nachschub abwerfen", en: "Supply drop" },
  escort: { de: "Flugzeuge eskortieren", en: "Escort" },
  assault: { de: "Sturmangriff", en: "Assault" },
  ambush: { de: "Hinterhalt", en: "Ambush" },
  "set-up": { de: "Aufstellen", en: "Set up" },
  limber: { de: "Rückzug", en: "Limber" },
  "change-arc": { de: "Schussfeld ändern", en: "Change arc" },
  merge: { de: "Zusammenschluss", en: "Merge" },
  "lay-mines": { de: "Minen legen", en: "Lay mines" },
  "clear-mines": { de: "Minen räumen", en: "Clear mines" },
  demolish: { de: "Sprengsätze anbringen", en: "Place charges" },
  tow: { de: "Ziehen", en: "Tow" },
  "remove-wire": { de: "Stacheldraht entfernen", en: "Remove wire" },
  "remove-barrier": { de: "Drachenzähne entfernen", en: "Remove dragon's teeth" },
  pontoon: { de: "Pontonbrücke bauen", en: "Build pontoon" },
  resupply: { de: "Nachschub erhalten", en: "Receive supply" },
  "load-supply": { de: "Nachschub aufladen", en: "Load supply" },
  "dig-in": { de: "Eingraben", en: "Dig in" },
  "clear-path": { de: "Weg frei räumen", en: "Clear path" },
  reconnoitre: { de: "Erkunden", en: "Reconnoitre" },
  "cautious-move": { de: "Vorsichtige Bewegung", en: "Cautious move" },
  march: { de: "Marsch", en: "March" },
  "fire-on-the-move": { de: "Aus der Bewegung schießen", en: "Fire on the move" },
  mount: { de: "Aufsitzen", en: "Mount" },
  dismount: { de: "Absitzen", en: "Dismount" },
  wait: { de: "Abwarten", en: "Wait" },
  "place-unit": { de: "Aufstellen", en: "Place" },
  board: { de: "Aufgesessen beginnen", en: "Start aboard" },
  "place-work": { de: "Anlegen", en: "Place" },
  "place-mines": { de: "Verminen", en: "Mine" },
  buy: { de: "Kaufen", en: "Buy" },
  plan: { de: "Befehle versiegeln", en: "Seal the orders" },
  "adjust-fire": { de: "Feuer anpassen: noch einmal würfeln", en: "Adjust fire: roll again" },
  "let-it-be": { de: "Dabei belassen", en: "Let it be" },
  "spread-to": { de: "Übergreifen auf", en: "Spread to" },
  "stop-fire": { de: "Nicht übergreifen", en: "Do not spread" },
  "smoke-here": { de: "Rauch hierhin", en: "Smoke here" },
  "mines-chosen": { de: "Minen", en: "Mines" },
  "shared-out": { de: "Verluste so verteilen", en: "Share the losses so" },
  "handed-out": { de: "So verteilen", en: "Hand out so" },
  "return-here": { de: "Hier zurückkommen", en: "Come back here" },
  "lose-mines": { de: "Minen verlieren", en: "Lose mines" },
  "step-aside": { de: "Hierhin ausweichen", en: "Step aside" },
  duel: { de: "Angreifen", en: "Attack" },
  "stay-out": { de: "Heraushalten", en: "Stay out" },
  "land-at": { de: "Hier landen", en: "Land here" },
  "leave-board": { de: "Vom Brett gehen", en: "Leave the board" },
};

export const WINDS: Readonly<Record<Lang, readonly string[]>> = {
  de: ["N", "NO", "SO", "S", "SW", "NW"],
  en: ["N", "NE", "SE", "S", "SW", "NW"],
};

export const STEPS: Readonly<Record<Lang, readonly string[]>> = {
  de: [
    "Verteidigen", "Unterdrückungsfeuer", "Feuer eröffnen", "Rauch und Tapferkeit", "Flugzeuge", "Sturmangriff", "Nahkampf",
    "Hinterhalt", "Besondere Befehle", "Bewegung", "Nach der Bewegung", "Rundenende",
  ],
  en: [
    "Defend", "Suppressive fire", "Open fire", "Smoke and valour", "Aircraft", "Assault", "Close combat",
    "Ambush", "Special orders", "Movement", "After movement", "End of the round",
  ],
}; // prettier-ignore

export const TYPES: Readonly<Record<string, Both>> = {
  infantry: { de: "Infanterie", en: "Infantry" },
  artillery: { de: "Artillerie", en: "Artillery" },
  vehicle: { de: "Fahrzeug", en: "Vehicle" },
  armoured_vehicle: { de: "Gepanzertes Fahrzeug", en: "Armoured vehicle" },
  light_tank: { de: "Leichter Panzer", en: "Light tank" },
  medium_tank: { de: "Mittlerer Panzer", en: "Medium tank" },
  heavy_tank: { de: "Schwerer Panzer", en: "Heavy tank" },
  aircraft: { de: "Flugzeug", en: "Aircraft" },
  building: { de: "Bauwerk", en: "Building" },
};

export const TRAITS: Readonly<Record<string, Both>> = {
  pioneer: { de: "Pioniere", en: "Pioneers" },
  hq: { de: "Hauptquartier", en: "Headquarters" },
  flak: { de: "Flak", en: "Anti-aircraft" },
  tank_panic: { de: "Panzer-Panik", en: "Tank panic" },
  transport: { de: "Transporteinheit", en: "Transport" },
  must_be_towed: { de: "Muss gezogen werden", en: "Must be towed" },
  machine_gun: { de: "Maschinengewehr", en: "Machine gun" },
  indirect: { de: "Indirektes Feuer", en: "Indirect fire" },
  area: { de: "Beschießt Orte", en: "Area fire" },
  attacks_buildings: { de: "Gegen Bauwerke", en: "Against buildings" },
  paratroops: { de: "Fallschirmjäger", en: "Paratroops" },
  swamp: { de: "Geht durch Sumpf", en: "Crosses swamp" },
  river: { de: "Geht durch Flüsse", en: "Crosses rivers" },
  mountain: { de: "Gebirgsjäger", en: "Mountain troops" },
};

/** Order boxes on the back of a card, by their name there, with the tag of the order. */
export const BOXES: readonly (readonly [box: string, kind: string])[] = [
  ["defend", "defend"], ["suppressive_fire", "suppressive-fire"], ["open_fire", "open-fire"], ["indirect", "indirect"], ["area", "bombard"],
  ["smoke", "smoke"], ["air_strike", "air-strike"], ["intercept", "intercept"], ["recon_flight", "recon-flight"], ["air_landing", "air-landing"],
  ["patrol", "patrol"], ["supply_drop", "supply-drop"], ["escort", "escort"], ["assault", "assault"], ["ambush", "ambush"], ["set_up", "set-up"],
  ["limber", "limber"], ["change_arc", "change-arc"], ["merge", "merge"], ["lay_mines", "lay-mines"], ["clear_mines", "clear-mines"],
  ["demolition", "demolish"], ["tow", "tow"], ["remove_wire", "remove-wire"], ["remove_barrier", "remove-barrier"], ["pontoon", "pontoon"],
  ["resupply", "resupply"], ["load_supply", "load-supply"], ["dig_in", "dig-in"], ["clear_path", "clear-path"], ["reconnoitre", "reconnoitre"],
  ["cautious", "cautious-move"], ["march", "march"], ["fire_on_move", "fire-on-the-move"], ["mount", "mount"], ["dismount", "dismount"], ["wait", "wait"],
]; // prettier-ignore

export const WORDS = {
  de: {
    round: "Runde", settingUp: "Vor der Schlacht", planning: "Planung", step: "Schritt", victory: "Runde und Sieg", reveal: "Befehle aufdecken", airfield: "Flugplatz", airborne: "In der Luft",
    forces: "Truppen", columns: "Munition · Größe · Zustand", points: "SP", defence: "Verteidigung", valour: "Tapferkeit", ammo: "Munition", supply: "Vorrat",
    cost: "Kosten", command: "Kommando", range: "Reichweite", distance: "Entfernung", accuracy: "Genauigkeit", dice: "Feuerstärke nach Verlusten", melee: "Nahkampf",
    meleeDice: "Nahkampfwürfel", suppressedAt: "unterdrückt", none: "keine", indirect: "Indirektes Feuer", size: "Größe", hexes: "Felder", boxes: "Zeit-Boxen",
    bonus: "Verteidigung", smoke: "Rauch", mines: "Minen", charges: "Sprengsätze", facing: "Ausrichtung", upTo: "bis", hidden: "verborgen", openly: "offen",
    towed: "gezogen", aboard: "aufgesessen auf", suppressed: "unterdrückt", tied: "im Nahkampf gebunden", dugIn: "eingegraben", bunkered: "im Unterstand",
    limbered: "nicht aufgestellt", order: "Befehl", left: "noch", of: "von", lost: "Verluste", entry: "Anflug über", cargo: "Nachschub", radius: "Umkreis", rounds: "Runden",
    mineKinds: { dummy: "vorgetäuscht", "anti-tank": "gegen Panzer", "anti-personnel": "gegen Infanterie" },
    boxNames: { "": "unterwegs", landed: "gelandet", refuelled: "betankt", armed: "bewaffnet", ready: "bereit" },
    works: { trench: "Schützengraben", wire: "Stacheldraht", dragons_teeth: "Drachenzähne", bunker: "Unterstand", mines: "Minenfeld", smoke: "Rauch", bridge: "Brücke", pontoon: "Pontonbrücke", ruin: "zerstörte Brücke", path: "freigeräumter Weg", cargo: "abgeworfener Nachschub" },
    away: "nicht auf dem Brett", note: "◇ rekonstruierte Werte, soweit nicht gedruckt", fire: { first: "aufs erste Ziel", best: "aufs beste Ziel", hold: "nicht feuern" },
    policy: "Feuert", asks: "Rückfrage", asksYes: "wenn beide davon wissen", asksNo: "nie, handelt allein", against: "Gegen", allTypes: "alle", group: "Gruppenkarte", noGroup: "keine",
    onAirfield: "auf dem Flugplatz", riding: "aufgesessen", planner: "Plant", you: "du", next: "ab nächster Runde",
  },
  en: {
    round: "Round", settingUp: "Before the battle", planning: "Planning", step: "Step", victory: "Round and victory", reveal: "Orders turned up", airfield: "Airfield", airborne: "In the air",
    forces: "Forces", columns: "Ammunition · size · state", points: "VP", defence: "Defence", valour: "Valour", ammo: "Ammunition", supply: "Stock",
    cost: "Cost", command: "Command", range: "Range", distance: "Distance", accuracy: "Accuracy", dice: "Firepower by casualties", melee: "close combat",
    meleeDice: "Close-combat dice", suppressedAt: "suppressed", none: "none", indirect: "Indirect fire", size: "Size", hexes: "hexes", boxes: "time boxes",
    bonus: "defence", smoke: "smoke", mines: "mines", charges: "charges", facing: "facing", upTo: "up to", hidden: "hidden", openly: "openly",
    towed: "towed", aboard: "aboard", suppressed: "suppressed", tied: "tied in close combat", dugIn: "dug in", bunkered: "in the bunker",
    limbered: "not set up", order: "order", left: "left", of: "of", lost: "casualties", entry: "coming in by", cargo: "supply", radius: "radius", rounds: "rounds",
    mineKinds: { dummy: "dummy", "anti-tank": "anti-tank", "anti-personnel": "anti-personnel" },
    boxNames: { "": "on its way", landed: "landed", refuelled: "refuelled", armed: "armed", ready: "ready" },
    works: { trench: "trench", wire: "barbed wire", dragons_teeth: "dragon's teeth", bunker: "bunker", mines: "minefield", smoke: "smoke", bridge: "bridge", pontoon: "pontoon bridge", ruin: "destroyed bridge", path: "cleared path", cargo: "dropped supply" },
    away: "not on the board", note: "◇ reconstructed values unless printed", fire: { first: "at the first target", best: "at the best target", hold: "hold fire" },
    policy: "Fires", asks: "Asks you", asksYes: "where both sides know of it", asksNo: "never, acts by itself", against: "Against", allTypes: "all", group: "Group card", noGroup: "none",
    onAirfield: "on the airfield", riding: "mounted", planner: "Planned by", you: "you", next: "from next round on",
  },
} as const; // prettier-ignore

export const MINE_LETTERS: Readonly<Record<string, string>> = { dummy: "0", "anti-tank": "T", "anti-personnel": "P" };
