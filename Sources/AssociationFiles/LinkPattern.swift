import Requests

/// A pattern of a component as the system reads it. It must match the whole text, and has no escapes.
struct LinkPattern: Hashable {
  indirect enum Element: Hashable {
    case literal(Unicode.Scalar)
    /// A character of a set: `?`, or a predefined variable such as `$(digit)`.
    case one(of: ScalarSet)
    /// Any characters, possibly none: `*`.
    case any
    /// Any value of a variable.
    case variable([LinkPattern])
  }

  var elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  /// - Parameters:
  ///   - variables: the values of the variables that the file declares, by their names.
  ///   - unknown: receives the names of variables that do not exist. No text matches a pattern with one.
  init(_ text: String, _ variables: [String: [String]], unknown: inout [String]) {
    var rest = text.unicodeScalars[...]
    elements = []
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if elements.last != .any { elements.append(.any) }
      case "?": elements.append(.one(of: .all))
      case "$" where rest.first == "(":
        guard let end = rest.firstIndex(of: ")") else {
          elements.append(.literal(scalar))
          continue
        }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        if let values = variables[name] {
          elements.append(.variable(values.map { LinkPattern(value: $0) }))
        } else if let predefined = PredefinedVariables.element(name) {
          elements.append(predefined)
        } else {
          unknown.append(name)
          elements.append(.variable([]))
        }
      default: elements.append(.literal(scalar))
      }
    }
  }

  /// Reads the value of a variable, in which `$` has no special meaning.
  init(value: String) {
    elements = value.unicodeScalars.map { scalar in
      switch scalar {
      case "*": .any
      case "?": .one(of: .all)
      default: .literal(scalar)
      }
    }
  }

  /// True if every text matches the pattern.
  var matchesAll: Bool { elements == [.any] }

  /// True if the empty text matches the pattern.
  var matchesEmpty: Bool {
    elements.allSatisfy { element in
      switch element {
      case .literal, .one: false
      case .any: true
      case .variable(let values): values.contains { $0.matchesEmpty }
      }
    }
  }
}

/// The variables that every file has.
enum PredefinedVariables {
  static let names = ["alnum", "alpha", "digit", "lang", "lower", "region", "upper", "xdigit"]

  /// The element of a predefined variable; nil if there is none of that name.
  static func element(_ name: String) -> LinkPattern.Element? {
    switch name {
    case "alpha": .one(of: letters("AZ", "az"))
    case "upper": .one(of: letters("AZ"))
    case "lower": .one(of: letters("az"))
    case "alnum": .one(of: letters("AZ", "az", "09"))
    case "digit": .one(of: letters("09"))
    case "xdigit": .one(of: letters("09", "AF", "af"))
    case "region": .variable(regions.split(separator: " ").map { LinkPattern(value: String($0)) })
    case "lang": .variable(languages.split(separator: " ").map { LinkPattern(value: String($0)) })
    default: nil
    }
  }

  /// - Parameter ranges: the first and the last letter of each range.
  private static func letters(_ ranges: String...) -> ScalarSet {
    ScalarSet(
      canonical: ranges.compactMap { range in
        let ends = range.unicodeScalars.map { $0.value }
        return ends.count == 2 ? ends[0]...ends[1] : nil
      })
  }

  /// The two-letter codes of countries and regions that Foundation lists.
  private static let regions = """
    AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY \
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET \
    FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN \
    IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG \
    MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL \
    PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD \
    TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
    """

  /// The codes of languages that Foundation lists.
  private static let languages = """
    aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang anp apw ar arc arn aro arp arq \
    ars arw ary arz as asa ase ast av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem ber bew bez bfd bfq \
    bg bgc bgn bho bi bik bin bjn bkm bla blo bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn byv ca cad \
    car cay cch ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ckb co cop cps cr crh cs csb csw cu cv \
    cy da dak dar dav de del den dgr din dje doi dsb dtp dua dum dv dyo dyu dz dzg ebu ee efi egl egy eka el elx \
    en enm eo es esu et eu ewo ext fa fan fat ff fi fil fit fj fo fon fr frc frm fro frp frr frs fur fy ga gaa gag \
    gan gay gba gbz gd gez gil gl glk gmh gn goh gom gon gor got grb grc gsw gu guc gur guz gv gwi ha hai hak haw \
    he hi hif hil hit hmn ho hr hsb hsn ht hu hup hy hz ia iba ibb id ie ig ii ik ilo inh io is it iu izh ja jam \
    jbo jgo jmc jpr jrb jut jv ka kaa kab kac kaj kam kaw kbd kbl kcg kde kea ken kfo kg kgp kha kho khq khw ki \
    kiu kj kk kkj kl kln km kmb kn ko koi kok kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kxv \
    ky la lad lag lah lam lb lez lfn lg li lij liv lkt lmo ln lo lol loz lrc lt ltg lu lua lui lun luo lus lut luy \
    lv lzh lzz mad maf mag mai mak man mas mde mdf mdh mdr men mer mfe mg mga mgh mgo mh mi mic mid min mis mk ml \
    mn mnc mni moh mos mr mrj ms mt mua mul mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia \
    niu njo nl nmg nn nnh nnp no nog non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj om or os osa ota otk \
    oui pa pag pal pam pap pau pcd pcm pdc pdt peo pfl phn pi pl pms pnt pon pqm prg pro ps pt qu quc qug raj rap \
    rar rej rgn rhg rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba sbp sc scn \
    sco sd sdc sdh se see seh sei sel ses sg sga sgs shi shn shu si sid sjd sje sju sk sl sli sly sm sma smj smn \
    sms sn snk so sog sq sr srn srr ss ssy st stq su suk sus sux sv sw swb syc syr szl ta tcy te tem teo ter tet \
    tg th ti tig tiv tk tkl tkr tlh tli tly tmh tn to tog tok tpi tr tru trv ts tsd tsi tt ttt tum tvl tw twq ty \
    tyv tzm udm ug uga uk umb und ur uz vai ve vec vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp wo wuu \
    xal xh xmf xnr xog yao yap yav ybb yi yo yrl yue za zap zbl zea zen zgh zh zu zun zxx zza
    """
}
