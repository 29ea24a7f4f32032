//! `tandem net mean`: the mean of the weights of networks that were trained on from each other (Izmailov et al.,
//! "Averaging weights leads to wider optima and better generalization", 2018).

use crate::protocol::eval_file;
use crate::tools::train::model::Model;
use crate::tools::whole_file;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// The beginning of a card's line that identifies the evaluation beside which a network was trained.
const BASE_LINE: &str = "base_sum=";

/// `tandem net mean`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Networks of one shape, trained on from each other
    #[arg(required = true, num_args = 2.., value_name = "NETWORK")]
    networks: Vec<PathBuf>,
    /// The weight of each network, such as 3,1 [default: the same for all]
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    weights: Vec<u16>,
    /// The mean's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the mean of networks.
///
/// # Errors
/// When a file holds no network, their shapes or the evaluations beside which they were trained differ, the weights are
/// not as many, or the file cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.out.exists() {
        return Err(format!("--out {}: it is there already", args.out.display()).into());
    }
    let equal = vec![1; args.networks.len()];
    let weights = if args.weights.is_empty() { &equal } else { &args.weights };
    if weights.len() != args.networks.len() {
        let (weights, networks) = (weights.len(), args.networks.len());
        return Err(format!("--weights has {weights} numbers for {networks} networks").into());
    }
    let (mut models, mut bases) = (Vec::new(), Vec::new());
    let mut card = String::new();
    for (file, &weight) in args.networks.iter().zip(weights) {
        let network = eval_file::load(file)?;
        models.push((Model::of(&network, 0.0), f32::from(weight)));
        card.push_str(&format!("mean_of_{}={:08x}, weight {weight}\n", models.len(), network.checksum()));
        bases.push(network.card.lines().find(|line| line.starts_with(BASE_LINE)).unwrap_or_default().to_owned());
    }
    if bases.iter().any(|base| *base != bases[0]) {
        return Err("networks that were trained beside different evaluations have no mean".into());
    }
    card.push_str(&format!("{}\n", bases[0]));
    let mean = Model::mean(&models).ok_or("networks of different shapes have no mean")?.quantized(card)?;
    whole_file::replace(&args.out, &mean.to_bytes())?;
    writeln!(std::io::stdout(), "{}: network {:08x}", args.out.display(), mean.checksum())?;
    Ok(())
}
