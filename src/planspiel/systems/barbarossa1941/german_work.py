"""The German of special orders: guns, merging, transport, supply, engineering."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # guns
    "{unit} is ready in {hex}.": "{unit} ist in {hex} fertig.",
    "{unit} turns its arc.": "{unit} ändert das Schussfeld.",
    "{unit} is set up already.": "{unit} ist schon aufgestellt.",
    "{unit} must face one side of its hex.": "{unit} muss auf eine Hexseite ausgerichtet sein.",
    "{unit} can only go to an adjacent hex.": "{unit} kann nur in ein benachbartes Hex.",
    "{unit} is limbered already.": "{unit} ist schon zurückgezogen.",
    "{unit} cannot turn in a trench.": "{unit} kann sich im Schützengraben nicht drehen.",
    # merging
    "{gone} joins {unit}: {size} strong.": "{gone} geht in {unit} auf: Größe {size}.",
    "{unit} can only merge with a unit in its hex.": (
        "{unit} kann sich nur mit einer Einheit im selben Hex zusammenschließen."
    ),
    "Only units of one type merge.": "Nur Einheiten desselben Typs schließen sich zusammen.",
    "One of the two must stay.": "Eine der beiden muss bleiben.",
    "Together they are larger than {limit}.": "Zusammen sind sie größer als {limit}.",
    # transport
    "{unit} stands in {hex} again.": "{unit} steht wieder in {hex}.",
    "{unit} loses {lost} aboard {transport}.": "{unit} verliert {lost} auf {transport}.",
    "{transport} loses {casualties}: who of those aboard?": (
        "{transport} verliert {casualties}: wer von den Transportierten?"
    ),
    "There is no room for {unit} on {transport}.": "Auf {transport} ist kein Platz für {unit}.",
    "{unit} carries nobody like that.": "{unit} transportiert niemanden dieser Art.",
    "{transport} tows a gun already.": "{transport} zieht schon eine Einheit.",
    "{name} is no transport of yours.": "{name} ist keine eigene Transporteinheit.",
    "{unit} and {transport} must be in one hex.": "{unit} und {transport} müssen im selben Hex sein.",
    "Vehicles are not carried.": "Fahrzeuge werden nicht transportiert.",
    # supply
    "{unit} receives {ammo} ammunition points.": "{unit} erhält {ammo} Munitionspunkte.",
    "{source} has only {stock} points: who gets how many?": (
        "{source} hat nur {stock} Punkte: wer bekommt wie viele?"
    ),
    "{unit} leaves the board to load.": "{unit} verlässt das Brett, um Nachschub aufzuladen.",
    "{unit} comes back with full stores in {hex}.": "{unit} kehrt mit vollem Vorrat nach {hex} zurück.",
    "{unit} has loaded: where does it come back?": "{unit} hat geladen: wo kommt sie zurück?",
    "{unit} loses {points} supply points and {mines} mines.": (
        "{unit} verliert {points} Nachschubpunkte und {mines} Minen."
    ),
    "{unit} loses supply worth {points} points: how many mines among it?": (
        "{unit} verliert Nachschub im Wert von {points} Punkten: wie viele Minen darunter?"
    ),
    "{unit} has nothing to hand out.": "{unit} hat nichts auszugeben.",
    "There is no supply for {unit} in its hex.": "Im Hex von {unit} gibt es keinen Nachschub.",
    "{unit} must want something.": "{unit} muss etwas haben wollen.",
    "{unit} cannot hold so much.": "{unit} kann nicht so viel aufnehmen.",
    "{hex} is no supply hex of yours.": "{hex} ist kein eigenes Nachschubhex.",
    "{unit} is full.": "{unit} ist voll beladen.",
    "There is not so much to hand out.": "So viel ist nicht zu verteilen.",
    # engineering
    "{unit} gets away to {hex}.": "{unit} weicht nach {hex} aus.",
    "{unit} blows the bridge: to which side does it get away?": (
        "{unit} sprengt die Brücke: wohin weicht sie aus?"
    ),
    "{unit} has no charges left.": "{unit} hat keine Sprengsätze mehr.",
    "Bridges may be blown from round {round} on.": "Brücken dürfen ab Runde {round} gesprengt werden.",
    "{unit} clears the hexside {side}.": "{unit} räumt die Hexseite {side}.",
    "There is no wire at {side} within reach.": "An {side} ist kein Stacheldraht in Reichweite.",
    "There is no tank barrier at {side} within reach.": "An {side} ist keine Panzersperre in Reichweite.",
    "A pontoon bridge stands in {hex}.": "In {hex} steht eine Pontonbrücke.",
    "{hex} is no river hex next to {unit}.": "{hex} ist kein Flusshex neben {unit}.",
    "There is a bridge in {hex} already.": "In {hex} steht schon eine Brücke.",
    "A trench is dug in {hex}.": "In {hex} ist ein Schützengraben ausgehoben.",
    "A trench faces an adjacent hex.": "Ein Schützengraben ist auf ein benachbartes Hex ausgerichtet.",
    "There is a trench already.": "Dort ist schon ein Schützengraben.",
    "A path through {hex} is cleared.": "Durch {hex} führt nun ein Weg.",
    "There is no forest to clear in {hex}.": "In {hex} ist kein Wald zu räumen.",
}
